package dev.troupe.transport;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// `mem://name`: streams within this process, for tests and embedded use.
final class MemoryTransport implements Transport {
    private static final ConcurrentMap<String, MemoryAcceptor> LISTENING = new ConcurrentHashMap<>();

    @Override
    public String scheme() {
        return "mem";
    }

    @Override
    public Connection dial(Address to, TransportOptions options) throws IOException {
        MemoryAcceptor acceptor = LISTENING.get(to.target());
        Pipe there = new Pipe();
        Pipe back = new Pipe();
        if (acceptor == null || !acceptor.arrive(new MemoryConnection(there, back, to.toString()))) {
            throw new ConnectException("connection refused by " + to + ": no process listens there");
        }
        return new MemoryConnection(back, there, to.toString());
    }

    @Override
    public Acceptor listen(Address on, TransportOptions options) throws IOException {
        MemoryAcceptor acceptor = new MemoryAcceptor(on);
        if (LISTENING.putIfAbsent(on.target(), acceptor) != null) {
            throw new IOException("cannot listen on " + on + ": the name is taken; choose another one");
        }
        return acceptor;
    }

    private record MemoryConnection(Pipe in, Pipe out, String remote) implements Connection {
        @Override
        public int read(ByteBuffer into) throws IOException {
            return in.read(into);
        }

        @Override
        public void write(ByteBuffer from) throws IOException {
            out.write(from);
        }

        @Override
        public int room() {
            return Pipe.SIZE;
        }

        @Override
        public byte[] binding() {
            return new byte[0];
        }

        @Override
        public void close() {
            in.sever();
            out.end();
        }
    }

    private static final class MemoryAcceptor implements Acceptor {
        private final Address address;
        private final ArrayDeque<Connection> arrived = new ArrayDeque<>();
        private boolean closed;

        MemoryAcceptor(Address address) {
            this.address = address;
        }

        synchronized boolean arrive(Connection connection) {
            if (!closed) {
                arrived.add(connection);
                notifyAll();
            }
            return !closed;
        }

        @Override
        public synchronized Connection accept() throws IOException {
            while (arrived.isEmpty() && !closed) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException("interrupted", e);
                }
            }
            if (closed) {
                throw new AsynchronousCloseException();
            }
            return arrived.remove();
        }

        @Override
        public Address address() {
            return address;
        }

        @Override
        public void close() {
            LISTENING.remove(address.target(), this);
            synchronized (this) {
                closed = true;
                arrived.forEach(Connection::close);
                arrived.clear();
                notifyAll();
            }
        }
    }
}
