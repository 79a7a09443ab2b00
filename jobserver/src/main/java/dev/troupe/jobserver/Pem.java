package dev.troupe.jobserver;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads a certificate and its key as cert-manager and openssl write them.
///
/// Written by hand because `java.security.PEMDecoder` is a preview feature in JDK 25, Jetty reads no PEM, and fabric8's `CertUtils` is internal and
/// adds the keys of the store that `javax.net.ssl.keyStore` names. `ServerTlsTest` reads all forms of a key.
final class Pem {
    private static final Pattern KEY = Pattern.compile("-----BEGIN ((?:RSA |EC )?PRIVATE KEY)-----([^-]+)-----END \\1-----");
    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 0x04;
    private static final byte[] VERSION = {0x02, 0x01, 0x00};

    private Pem() {}

    /// A key store with one entry, without a password.
    static KeyStore keyStore(ServerSettings.Tls files) throws IOException {
        try {
            Certificate[] chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(files.certificate()))).toArray(Certificate[]::new);
            if (chain.length == 0) {
                throw new GeneralSecurityException("there is no certificate");
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", key(Files.readString(files.key(), StandardCharsets.US_ASCII), chain[0].getPublicKey()), new char[0],
                    chain);
            return store;
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("no key pair can be read from " + files.certificate() + " and " + files.key()
                    + ": they must be a certificate and its key in PEM (" + e.getMessage() + ")", e);
        }
    }

    private static PrivateKey key(String text, PublicKey of) throws GeneralSecurityException {
        Matcher matcher = KEY.matcher(text);
        if (!matcher.find()) {
            throw new GeneralSecurityException("there is no PRIVATE KEY");
        }
        byte[] bytes = Base64.getMimeDecoder().decode(matcher.group(2));
        byte[] pkcs8 = matcher.group(1).equals("PRIVATE KEY") ? bytes : wrapped(bytes, of);
        return KeyFactory.getInstance(of.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    }

    /// The older formats do not contain the kind of key; the certificate contains it, in the same encoding.
    private static byte[] wrapped(byte[] key, PublicKey of) {
        byte[] info = of.getEncoded();
        int start = content(info, 0);
        byte[] algorithm = Arrays.copyOfRange(info, start, content(info, start) + length(info, start));
        return der(SEQUENCE, join(VERSION, algorithm, der(OCTETS, key)));
    }

    /// The position where the content of the element at this position starts.
    private static int content(byte[] der, int at) {
        return at + 2 + ((der[at + 1] & 0x80) == 0 ? 0 : der[at + 1] & 0x7f);
    }

    private static int length(byte[] der, int at) {
        int length = 0;
        for (int i = (der[at + 1] & 0x80) == 0 ? at + 1 : at + 2; i < content(der, at); i++) {
            length = length << 8 | (der[i] & 0xff);
        }
        return length;
    }

    private static byte[] der(int tag, byte[] content) {
        int n = content.length;
        byte[] head = n < 0x80 ? new byte[]{(byte) tag, (byte) n}
                : n < 0x100 ? new byte[]{(byte) tag, (byte) 0x81, (byte) n}
                : new byte[]{(byte) tag, (byte) 0x82, (byte) (n >> 8), (byte) n};
        return join(head, content);
    }

    private static byte[] join(byte[]... parts) {
        byte[] all = new byte[Arrays.stream(parts).mapToInt(part -> part.length).sum()];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }
}
