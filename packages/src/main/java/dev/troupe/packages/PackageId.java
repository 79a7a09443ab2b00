package dev.troupe.packages;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/// The name of a package: the SHA-256 of its bytes.
///
/// @param hex 64 lower-case digits
public record PackageId(String hex) {
    private static final Pattern VALID = Pattern.compile("[0-9a-f]{64}");
    private static final int BUFFER = 1 << 16;

    public PackageId {
        if (!isValid(hex)) {
            throw new IllegalArgumentException("'" + hex + "' is not a SHA-256: it needs 64 hexadecimal digits in lower case");
        }
    }

    static boolean isValid(String hex) {
        return VALID.matcher(hex).matches();
    }

    /// Reads the file to its end.
    public static PackageId of(Path file) throws IOException {
        MessageDigest digest = digest();
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
        return of(digest);
    }

    static PackageId of(MessageDigest digest) {
        return new PackageId(HexFormat.of().formatHex(digest.digest()));
    }

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }

    @Override
    public String toString() {
        return hex;
    }
}
