package dev.troupe.transport;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;

/// A fresh key pair with the certificate that TLS requires. The certificate contains no information and nobody checks it: the other end is
/// authenticated by the proof of the token, which is bound to the TLS session.
///
/// Written by hand because the JDK has no public class that creates a certificate, and a library for these forty lines would be one more dependency
/// of every program.
record SelfSigned(KeyPair pair, X509Certificate certificate) {
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OBJECT = 0x06;
    private static final int TEXT = 0x0c;
    private static final int TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int VERSION = 0xa0;
    private static final byte[] ECDSA_WITH_SHA256 = {0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x04, 0x03, 0x02};
    private static final byte[] COMMON_NAME = {0x55, 0x04, 0x03};

    static SelfSigned make() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair pair = generator.generateKeyPair();
            byte[] certificate = certificate(pair);
            return new SelfSigned(pair, (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(certificate)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK cannot create the key that encrypts links", e);
        }
    }

    private static byte[] certificate(KeyPair pair) throws GeneralSecurityException {
        byte[] algorithm = der(SEQUENCE, der(OBJECT, ECDSA_WITH_SHA256));
        byte[] name = der(SEQUENCE, der(SET, der(SEQUENCE, der(OBJECT, COMMON_NAME), der(TEXT, ascii("troupe")))));
        byte[] always = der(SEQUENCE, der(TIME, ascii("20000101000000Z")), der(TIME, ascii("29991231235959Z")));
        byte[] version3 = der(VERSION, der(INTEGER, new byte[]{2}));
        byte[] said = der(SEQUENCE, version3, der(INTEGER, new byte[]{1}), algorithm, name, always, name, pair.getPublic().getEncoded());
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(pair.getPrivate());
        signature.update(said);
        return der(SEQUENCE, said, algorithm, der(BIT_STRING, new byte[1], signature.sign()));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /// One element of DER: tag, length, contents.
    private static byte[] der(int tag, byte[]... contents) {
        int length = 0;
        for (byte[] part : contents) {
            length += part.length;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (length > 0xff) {
            out.write(0x82);
            out.write(length >> 8);
        } else if (length > 0x7f) {
            out.write(0x81);
        }
        out.write(length);
        for (byte[] part : contents) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
