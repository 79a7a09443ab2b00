package dev.troupe.transport;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/// Presents the same key to every dialler.
final class OneKey extends X509ExtendedKeyManager {
    private static final String ALIAS = "troupe";

    private final SelfSigned key;

    OneKey(SelfSigned key) {
        this.key = key;
    }

    @Override
    public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
        return type.equals(key.pair().getPublic().getAlgorithm()) ? ALIAS : null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return new X509Certificate[]{key.certificate()};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return key.pair().getPrivate();
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
        return new String[]{ALIAS};
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
        return ALIAS;
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
        return new String[0];
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
        return null;
    }
}
