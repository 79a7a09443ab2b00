package dev.troupe.jobserver;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Keeps code that is too large for a config map, each package in a file named by its SHA-256. When the store is full, it deletes the
/// packages that were not requested for the longest time. Several servers may share the directory.
final class PackageStore {
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
    private static final String PART = ".part";
    private static final Duration ABANDONED = Duration.ofHours(1);
    /// How much an upload must transfer in each such period.
    private static final int LEAST = 1 << 16;
    static final Duration WHILE = Duration.ofSeconds(10);
    /// How long an upload may take: a connection with 2 Mbit/s is fast enough for the largest package.
    static final Duration WHOLE = Duration.ofMinutes(15);
    private static final FileAttribute<?> OURS_ALONE = PosixFilePermissions
            .asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final ServerSettings.Packages settings;
    private final InstantSource clock;

    /// The bytes of a package do not match its hash or length.
    static final class NotAsAnnounced extends IOException {
        private static final long serialVersionUID = 1;

        NotAsAnnounced(String sentence) {
            super(sentence);
        }
    }

    /// A package is too large.
    static final class TooLarge extends IOException {
        private static final long serialVersionUID = 1;

        TooLarge(String sentence) {
            super(sentence);
        }
    }

    /// An upload is stalled and holds a place that others wait for.
    static final class TooSlow extends IOException {
        private static final long serialVersionUID = 1;

        TooSlow(String sentence) {
            super(sentence);
        }
    }

    /// A package, to be read and closed.
    record Opened(long length, InputStream stream) {}

    /// A file of the store.
    private record Kept(Path path, long length, FileTime used) {}

    PackageStore(ServerSettings.Packages settings, InstantSource clock) throws IOException {
        this.settings = settings;
        this.clock = clock;
        Files.createDirectories(settings.directory(), OURS_ALONE);
        forget(); // parts of abandoned uploads
    }

    static boolean isHash(String text) {
        return HASH.matcher(text).matches();
    }

    /// Stores a package, completely or not at all.
    void put(String hash, InputStream content) throws IOException {
        Path part = settings.directory().resolve(hash + "-" + UUID.randomUUID() + PART);
        MessageDigest digest = sha256();
        try {
            try (OutputStream file = Files.newOutputStream(part)) {
                copy(new DigestInputStream(content, digest), file);
            }
            String found = HexFormat.of().formatHex(digest.digest());
            if (!found.equals(hash)) {
                throw new NotAsAnnounced("the received package has the SHA-256 " + found + ", not " + hash + ": send it again");
            }
            touch(part);
            Files.move(part, path(hash), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
        forget();
    }

    private void copy(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long length = 0;
        long due = LEAST;
        Instant end = clock.instant().plus(WHILE);
        Instant last = clock.instant().plus(WHOLE);
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            length += read;
            if (length > settings.largest()) {
                throw new TooLarge(
                        "the package has more than " + settings.largest() + " bytes: put what is large on a volume or into the image");
            }
            to.write(buffer, 0, read);
            if (!clock.instant().isBefore(last)) {
                throw new TooSlow("the package has taken more than " + WHOLE.toMinutes()
                        + " minutes: send it over a faster connection, or put it into the image");
            }
            if (!clock.instant().isBefore(end)) {
                if (length < due) {
                    throw new TooSlow("the upload is too slow: less than " + LEAST + " bytes in " + WHILE.toSeconds()
                            + " s: send it over a faster connection, or put it into the image");
                }
                due = length + LEAST;
                end = clock.instant().plus(WHILE);
            }
        }
    }

    /// A package of the store.
    Optional<Opened> open(String hash) throws IOException {
        try {
            Path path = path(hash);
            InputStream stream = Files.newInputStream(path);
            touch(path);
            return Optional.of(new Opened(Files.size(path), stream));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private void touch(Path path) throws IOException {
        Files.setLastModifiedTime(path, FileTime.from(clock.instant()));
    }

    private Path path(String hash) {
        if (!isHash(hash)) {
            throw new IllegalArgumentException(hash);
        }
        return settings.directory().resolve(hash);
    }

    private synchronized void forget() throws IOException {
        List<Kept> kept = new ArrayList<>();
        for (Kept one : files()) {
            if (!one.path().toString().endsWith(PART)) {
                kept.add(one);
            } else if (one.used().toInstant().isBefore(clock.instant().minus(ABANDONED))) {
                Files.deleteIfExists(one.path());
            }
        }
        kept.sort(Comparator.comparing(Kept::used));
        long all = kept.stream().mapToLong(Kept::length).sum();
        for (Kept one : kept) {
            if (all <= settings.all()) {
                return;
            }
            Files.deleteIfExists(one.path());
            all -= one.length();
        }
    }

    private List<Kept> files() throws IOException {
        List<Kept> files = new ArrayList<>();
        try (Stream<Path> paths = Files.list(settings.directory())) {
            for (Path path : paths.toList()) {
                kept(path).ifPresent(files::add);
            }
        }
        return files;
    }

    /// Empty if another server has deleted it meanwhile.
    private static Optional<Kept> kept(Path path) throws IOException {
        try {
            return Optional.of(new Kept(path, Files.size(path), Files.getLastModifiedTime(path)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
