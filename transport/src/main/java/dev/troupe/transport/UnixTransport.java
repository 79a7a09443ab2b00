package dev.troupe.transport;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// `ipc:///path/to.sock`: Unix domain sockets.
final class UnixTransport implements Transport {
    private static final int LONGEST_PATH = 107;

    @Override
    public String scheme() {
        return "ipc";
    }

    @Override
    public Connection dial(Address to, TransportOptions options) throws IOException {
        return new ChannelConnection(open(to), "this machine", to.toString());
    }

    private static SocketChannel open(Address to) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(path(to)));
            return channel;
        } catch (ConnectException e) {
            channel.close();
            throw new ConnectException("connection refused by " + to + ": no process listens there");
        } catch (SocketException e) {
            channel.close();
            if (!Files.exists(path(to))) {
                throw new ConnectException("connection refused by " + to + ": there is no such socket");
            }
            throw new IOException(to + " cannot be reached: " + e.getMessage(), e);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public Acceptor listen(Address on, TransportOptions options) throws IOException {
        Path path = path(on);
        removeStale(on, path);
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(path), 256);
            return new UnixAcceptor(server, on, path);
        } catch (BindException e) {
            server.close();
            throw new IOException("cannot listen on " + on + ": " + e.getMessage() + "; choose another path", e);
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    // A socket file outlives a killed process: if no process answers there, it is stale.
    private static void removeStale(Address on, Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try {
            open(on).close();
            throw new IOException("cannot listen on " + on + ": another process uses the socket; stop it or choose another path");
        } catch (ConnectException e) {
            Files.deleteIfExists(path);
        }
    }

    private static Path path(Address of) throws IOException {
        Path path = Path.of(of.target());
        if (path.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
            throw new IOException(
                    "the path of " + of + " is longer than " + LONGEST_PATH + " bytes, the limit for Unix sockets; choose a shorter one");
        }
        return path;
    }

    private record UnixAcceptor(ServerSocketChannel server, Address address, Path path) implements Acceptor {
        @Override
        public Connection accept() throws IOException {
            return new ChannelConnection(server.accept(), "this machine", address.toString());
        }

        @Override
        public void close() throws IOException {
            server.close();
            Files.deleteIfExists(path);
        }
    }
}
