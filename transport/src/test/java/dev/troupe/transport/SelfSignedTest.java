package dev.troupe.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateFactory;
import org.junit.jupiter.api.Test;

class SelfSignedTest {
    @Test
    void theCertificateIsOfItsOwnKeyAndCanBeReadBack() throws Exception {
        SelfSigned made = SelfSigned.make();
        made.certificate().verify(made.pair().getPublic());
        made.certificate().checkValidity();
        assertEquals("CN=troupe", made.certificate().getSubjectX500Principal().getName());
        byte[] encoded = made.certificate().getEncoded();
        assertArrayEquals(encoded,
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded)).getEncoded());
    }

    @Test
    void eachIsAnother() {
        assertNotEquals(SelfSigned.make().certificate(), SelfSigned.make().certificate());
    }
}
