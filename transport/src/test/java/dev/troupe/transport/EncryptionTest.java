package dev.troupe.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EncryptionTest {
    @ParameterizedTest
    @CsvSource({"127.0.0.1, 127.0.0.1, false", "127.0.0.9, 127.3.2.1, false", "::1, ::1, false", "::ffff:127.0.0.1, 127.0.0.1, false",
            "10.0.0.1, 10.0.0.2, true", "10.0.0.1, 10.0.0.1, true", "127.0.0.1, 10.0.0.2, true", "10.0.0.1, 127.0.0.1, true",
            "fe80::1, fe80::2, true", "2001:db8::1, ::1, true", "128.0.0.1, 128.0.0.1, true"})
    void onlyWhatGoesFromLoopbackToLoopbackStaysPlain(String here, String there, boolean encrypted) throws Exception {
        var from = new InetSocketAddress(InetAddress.getByName(here), 1);
        var to = new InetSocketAddress(InetAddress.getByName(there), 2);
        assertEquals(encrypted, Encryption.BETWEEN_MACHINES.covers(from, to));
        assertTrue(Encryption.ALWAYS.covers(from, to));
        assertEquals(false, Encryption.NEVER.covers(from, to));
    }
}
