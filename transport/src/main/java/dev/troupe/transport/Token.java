package dev.troupe.transport;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/// The secret that the processes of one user share. It is never sent: each side proves that it knows it. Anyone who has the token can run code in
/// all of these processes.
public final class Token {
    private static final String VARIABLE = "TROUPE_TOKEN";
    /// Anyone who has the token can run code in our processes, and an attacker who records a handshake can try out short tokens offline.
    static final int SHORTEST = 16;

    private final Hmac hmac;
    private final String origin;
    private final String warning;

    private Token(String secret, String origin) {
        this(secret, origin, null);
    }

    private Token(String secret, String origin, String warning) {
        String stripped = secret.strip();
        if (stripped.isEmpty()) {
            throw new IllegalArgumentException("the token from " + origin + " is empty; put a secret there, the same on every machine");
        }
        if (stripped.length() < SHORTEST) {
            throw new IllegalArgumentException("the token from " + origin + " has " + stripped.length()
                    + " characters and can be guessed; put a random secret of at least " + SHORTEST
                    + " there, the same on every machine, e.g. the output of: openssl rand -hex 32");
        }
        this.hmac = new Hmac(stripped);
        this.origin = origin;
        this.warning = warning;
    }

    /// A token given by the program itself.
    public static Token of(String secret) {
        return new Token(secret, "the token given in the program");
    }

    /// The token in a file; space and line ends around it do not count.
    public static Token load(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            throw new IOException("token file " + file + " cannot be read; create it with the same secret on every machine, mode 0600");
        }
        if (Files.isDirectory(file)) {
            throw new IOException("token file " + file + " is a directory; give a file with the same secret on every machine, mode 0600");
        }
        return new Token(text(file), shown(file), exposure(file));
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new IOException(
                    "token file " + file + " is not a text file; put a random secret of letters and digits there, the same on every"
                            + " machine, e.g. the output of: openssl rand -hex 32",
                    e);
        }
    }

    private static String exposure(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view == null) {
            return null; // this system has no file modes
        }
        Set<PosixFilePermission> mode = view.readAttributes().permissions();
        return mode.contains(PosixFilePermission.GROUP_READ) || mode.contains(PosixFilePermission.OTHERS_READ)
                ? "other users of this machine can read the token file " + file + " (" + PosixFilePermissions.toString(mode)
                        + ") and with it run code in your processes; run: chmod 600 " + file
                : null;
    }

    /// The token to use: the file if one is given, else the variable `TROUPE_TOKEN`, else the user's `~/.troupe/token`, which is created if it does
    /// not exist.
    public static Token find(Path tokenFileOrNull) throws IOException {
        if (tokenFileOrNull != null) {
            return load(tokenFileOrNull);
        }
        String variable = System.getenv(VARIABLE);
        if (variable != null && !variable.isBlank()) {
            return new Token(variable, VARIABLE);
        }
        return ofUser(home());
    }

    /// The home directory as a shell's `~` means it; Java's own `user.home` reads the password file instead.
    static Path home() {
        String home = System.getenv("HOME");
        return Path.of(home == null || home.isBlank() ? System.getProperty("user.home") : home);
    }

    static Token ofUser(Path home) throws IOException {
        Path file = home.resolve(".troupe").resolve("token");
        if (!Files.exists(file)) {
            try {
                create(file);
            } catch (IOException e) {
                throw new IOException("cannot create the token file " + file + ": " + reason(e)
                        + "; set " + VARIABLE + " to a secret, or give a file that contains one with ditask --token-file FILE", e);
            }
        }
        return load(file);
    }

    // The message of a file system's exception repeats the file, and contains nothing else when access is denied.
    private static String reason(IOException e) {
        return switch (e) {
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException there -> there.getFile() + " is not a directory";
            case FileSystemException f when f.getReason() != null -> f.getReason();
            default -> e.toString();
        };
    }

    // Several processes may start at once: the first link to the name wins, the others read it.
    private static void create(Path file) throws IOException {
        privateFolder(file.getParent());
        byte[] secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        Path fresh = Files.createTempFile(file.getParent(), "token", ".new", owner("rw-------"));
        try {
            Files.writeString(fresh, HexFormat.of().formatHex(secret) + "\n");
            try {
                Files.createLink(file, fresh);
            } catch (FileAlreadyExistsException expected) {
                // another process was faster, and its token is just as good
            } catch (UnsupportedOperationException expected) {
                Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
            }
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    static void privateFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder, owner("rwx------"));
        }
    }

    static FileAttribute<?> owner(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }

    private static String shown(Path file) {
        Path home = home();
        Path absolute = file.toAbsolutePath().normalize();
        return absolute.startsWith(home) ? "~/" + home.relativize(absolute) : file.toString();
    }

    /// The source of the token, for messages: `~/.troupe/token`, `TROUPE_TOKEN` …
    public String origin() {
        return origin;
    }

    /// A problem that the owner should fix, as a message for the user: others can read the token.
    public Optional<String> warning() {
        return Optional.ofNullable(warning);
    }

    /// HMAC-SHA256 of the concatenated parts; the caller makes them unambiguous.
    public byte[] mac(byte[]... parts) {
        return hmac.of(parts);
    }

    @Override
    public String toString() {
        return "token from " + origin;
    }
}
