package dev.troupe.transport;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/// `tcp://host:port`, encrypted where [Encryption] says so.
final class TcpTransport implements Transport {
    @Override
    public String scheme() {
        return "tcp";
    }

    @Override
    public Connection dial(Address to, TransportOptions options) throws IOException {
        return connection(open(to, options.timeout()), options.encryption(), true, to.toString());
    }

    @Override
    public Acceptor listen(Address on, TransportOptions options) throws IOException {
        return new ServerAcceptor(bind(on), address(on), channel -> accepted(channel, options.encryption()));
    }

    private static Connection accepted(SocketChannel channel, Encryption encryption) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return connection(channel, encryption, false, shown((InetSocketAddress) channel.getRemoteAddress()));
    }

    private static Connection connection(SocketChannel channel, Encryption encryption, boolean dialled, String remote) throws IOException {
        InetSocketAddress there = (InetSocketAddress) channel.getRemoteAddress();
        String machine = there.getAddress().getHostAddress();
        return encryption.covers(channel.getLocalAddress(), there)
                ? new TlsConnection(channel, dialled, machine, remote)
                : new ChannelConnection(channel, machine, remote);
    }

    private static SocketChannel open(Address to, Duration timeout) throws IOException {
        InetSocketAddress address = address(to);
        SocketChannel channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.socket().connect(address, (int) timeout.toMillis());
            return channel;
        } catch (IOException e) {
            channel.close();
            throw explained(to, timeout, e);
        }
    }

    private static IOException explained(Address to, Duration timeout, IOException e) {
        if (e instanceof SocketTimeoutException) {
            return new IOException(to + " did not answer within " + timeout.toMillis() + " ms", e);
        }
        if (e instanceof ConnectException && String.valueOf(e.getMessage()).contains("refused")) {
            return new ConnectException("connection refused by " + to + ": no process listens there");
        }
        if (e instanceof NoRouteToHostException) {
            return new IOException("no route to " + to, e);
        }
        return e instanceof UnknownHostException ? e : new IOException(to + " cannot be reached: " + e.getMessage(), e);
    }

    private static ServerSocketChannel bind(Address on) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            server.bind(address(on), 256);
            return server;
        } catch (BindException e) {
            server.close();
            throw new IOException("cannot listen on " + on + ": port " + on.port() + " of " + on.host()
                    + (String.valueOf(e.getMessage()).contains("in use")
                            ? " is in use by another process; stop it or choose another port"
                            : " cannot be used (" + e.getMessage() + "); choose an address of this machine"),
                    e);
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    private static InetSocketAddress address(Address of) throws UnknownHostException {
        try {
            return new InetSocketAddress(InetAddress.getByName(of.host()), of.port());
        } catch (UnknownHostException e) {
            throw (UnknownHostException) new UnknownHostException("unknown host " + of.host() + " (in " + of + ")")
                    .initCause(e);
        }
    }

    private static String shown(InetSocketAddress remote) {
        return Address.tcp(remote.getAddress().getHostAddress(), remote.getPort()).toString();
    }
}
