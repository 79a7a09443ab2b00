package dev.troupe.transport;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/// HMAC-SHA256 (RFC 2104) with one key, from the JDK's SHA-256. The first `javax.crypto.Mac` of a process would initialize every security
/// provider up to the one that contains it, which would be a large part of the work of a worker process that starts.
///
/// Thread-safe.
final class Hmac {
    private static final int BLOCK = 64;

    private final byte[] inner;
    private final byte[] outer;

    Hmac(String secret) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        byte[] key = Arrays.copyOf(bytes.length > BLOCK ? sha256().digest(bytes) : bytes, BLOCK);
        inner = xor(key, (byte) 0x36);
        outer = xor(key, (byte) 0x5c);
    }

    private static byte[] xor(byte[] key, byte with) {
        byte[] pad = new byte[BLOCK];
        for (int i = 0; i < BLOCK; i++) {
            pad[i] = (byte) (key[i] ^ with);
        }
        return pad;
    }

    /// The MAC of the concatenated parts.
    byte[] of(byte[]... parts) {
        MessageDigest digest = sha256();
        digest.update(inner);
        for (byte[] part : parts) {
            digest.update(part);
        }
        byte[] content = digest.digest();
        digest.update(outer);
        return digest.digest(content);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }
}
