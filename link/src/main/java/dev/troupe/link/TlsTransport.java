package dev.troupe.link;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;

/// TCP with TLS 1.3, for `tcp://` addresses when the options ask for it.
final class TlsTransport implements Transport {
    @Override
    public String scheme() {
        return "tcp";
    }

    @Override
    public Connection dial(Address to, TransportOptions options) throws IOException {
        TlsKey key = TlsKey.load(options.tlsKey());
        return new TlsConnection(TcpTransport.open(to, options.timeout()), engine(key, true), null, to.toString());
    }

    @Override
    public Acceptor listen(Address on, TransportOptions options) throws IOException {
        TlsKey key = TlsKey.load(options.tlsKey());
        return new ServerAcceptor(TcpTransport.bind(on), TcpTransport.address(on), channel -> accepted(channel, key));
    }

    private static Connection accepted(SocketChannel channel, TlsKey key) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return new TlsConnection(channel, engine(key, false), key.fingerprint(),
                TcpTransport.shown((InetSocketAddress) channel.getRemoteAddress()));
    }

    private static SSLEngine engine(TlsKey key, boolean client) {
        SSLEngine engine = key.context().createSSLEngine();
        engine.setUseClientMode(client);
        engine.setEnabledProtocols(new String[]{"TLSv1.3"});
        return engine;
    }
}
