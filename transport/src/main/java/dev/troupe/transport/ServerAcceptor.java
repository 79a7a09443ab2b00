package dev.troupe.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/// Accepts TCP sockets, plain or encrypted.
final class ServerAcceptor implements Acceptor {
    /// Turns an accepted socket into a connection.
    interface Wrap {
        Connection wrap(SocketChannel channel) throws IOException;
    }

    private final ServerSocketChannel server;
    private final Wrap wrap;
    private final Address address;

    ServerAcceptor(ServerSocketChannel server, InetSocketAddress asked, Wrap wrap) throws IOException {
        this.server = server;
        this.wrap = wrap;
        this.address = Address.tcp(asked.getHostString(), ((InetSocketAddress) server.getLocalAddress()).getPort());
    }

    @Override
    public Connection accept() throws IOException {
        SocketChannel channel = server.accept();
        try {
            return wrap.wrap(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public Address address() {
        return address;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
