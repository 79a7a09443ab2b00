package dev.troupe.redis;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Encrypts and authenticates what one side writes into its stream, with AES-GCM. The key belongs to this side of this connection alone:
/// the writing side chooses a salt for it, because whoever controls the Redis server could otherwise replay an old connection to a listener. Within a
/// connection each entry has its own number. Not thread-safe.
final class Envelope {
    static final int SALT = 16;
    /// Kind, counter, salt.
    static final int HEAD = 9 + SALT;
    private static final int TAG_BITS = 128;
    private static final int NONCE = 12;

    private final byte[] salt;
    private final SecretKeySpec key;
    private final Cipher cipher;

    /// @param key 32 bytes, made with the salt
    Envelope(byte[] salt, byte[] key) {
        this.salt = salt.clone();
        this.key = new SecretKeySpec(key, "AES");
        try {
            this.cipher = Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no AES-GCM", e);
        }
    }

    byte[] salt() {
        return salt.clone();
    }

    boolean saltedWith(byte[] other) {
        return MessageDigest.isEqual(salt, other);
    }

    /// The header before the encrypted bytes: readable, but authenticated.
    byte[] head(byte kind, long counter) {
        return ByteBuffer.allocate(HEAD).put(kind).putLong(counter).put(salt).array();
    }

    byte[] seal(byte[] head, byte[] bytes) {
        try {
            return apply(Cipher.ENCRYPT_MODE, head, bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot encrypt an entry for Redis", e);
        }
    }

    /// Empty if the bytes were not encrypted with this key and header.
    Optional<byte[]> open(byte[] head, byte[] sealed) {
        try {
            return Optional.of(apply(Cipher.DECRYPT_MODE, head, sealed));
        } catch (AEADBadTagException e) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot decrypt an entry from Redis", e);
        }
    }

    private byte[] apply(int mode, byte[] head, byte[] bytes) throws GeneralSecurityException {
        byte[] nonce = ByteBuffer.allocate(NONCE).putInt(0).put(head, 1, 8).array();
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(head);
        return cipher.doFinal(bytes);
    }
}
