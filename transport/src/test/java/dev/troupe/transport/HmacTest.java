package dev.troupe.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class HmacTest {
    @Test
    void theMacIsTheOneOfTheStandard() {
        assertEquals("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
                HexFormat.of().formatHex(new Hmac("Jefe").of(bytes("what do ya want for nothing?"))), "RFC 4231, test case 2");
    }

    @Test
    void theMacIsTheOneOfTheJdkForKeysOfEveryLength() throws Exception {
        for (int length = 1; length <= 130; length++) {
            String secret = "k".repeat(length);
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(bytes(secret), "HmacSHA256"));
            assertArrayEquals(mac.doFinal(bytes("one and two")), new Hmac(secret).of(bytes("one and "), bytes(""), bytes("two")), secret);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
