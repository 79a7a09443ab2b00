package dev.troupe.transport;

import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;

/// The key with which this process encrypts. It is created when the first connection needs it and exists only in memory.
final class TlsKey {
    private TlsKey() {}

    private static final class Made {
        static final SSLContext CONTEXT = context();
    }

    private static SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(new KeyManager[]{new OneKey(SelfSigned.make())}, new TrustManager[]{new TrustTheToken()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no TLS 1.3", e);
        }
    }

    static SSLEngine engine(boolean client) {
        SSLEngine engine = Made.CONTEXT.createSSLEngine();
        engine.setUseClientMode(client);
        engine.setEnabledProtocols(new String[]{"TLSv1.3"});
        return engine;
    }
}
