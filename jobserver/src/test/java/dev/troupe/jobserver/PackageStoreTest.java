package dev.troupe.jobserver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which packages are kept and which are deleted.
final class PackageStoreTest {
    @TempDir
    private Path directory;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private PackageStore store;

    static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeEach
    void open() throws IOException {
        store = new PackageStore(new ServerSettings.Packages(directory, 100, 200), () -> now);
    }

    @Test
    void itsDirectoryIsItsOwn() throws IOException {
        Path below = directory.resolve("packages");
        PackageStore made = new PackageStore(new ServerSettings.Packages(below, 100, 200), () -> now);
        assertTrue(made.open("0".repeat(64)).isEmpty());
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(below)));
    }

    private static byte[] bytes(int length, char letter) {
        return String.valueOf(letter).repeat(length).getBytes(StandardCharsets.US_ASCII);
    }

    private String put(byte[] bytes) throws IOException {
        now = now.plusSeconds(1);
        store.put(hash(bytes), new ByteArrayInputStream(bytes));
        return hash(bytes);
    }

    private boolean has(String hash) throws IOException {
        now = now.plusSeconds(1);
        var opened = store.open(hash);
        if (opened.isPresent()) {
            opened.get().stream().close();
        }
        return opened.isPresent();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void whatCameInComesOut() throws IOException {
        String hash = put(bytes(100, 'a'));
        PackageStore.Opened opened = store.open(hash).orElseThrow();
        try (InputStream stream = opened.stream()) {
            assertEquals(100, opened.length());
            assertArrayEquals(bytes(100, 'a'), stream.readAllBytes());
        }
        assertEquals(hash, put(bytes(100, 'a')), "twice does no harm");
        assertEquals(List.of(hash), files());
        assertFalse(has(hash(bytes(1, 'x'))));
    }

    @Test
    void whatIsNotAsAnnouncedLeavesNothing() throws IOException {
        String message = assertThrows(PackageStore.NotAsAnnounced.class,
                () -> store.put(hash(bytes(1, 'a')), new ByteArrayInputStream(bytes(1, 'b')))).getMessage();
        assertTrue(message.contains(hash(bytes(1, 'b'))), message);
        assertThrows(PackageStore.TooLarge.class, () -> put(bytes(101, 'a')));
        InputStream cut = new ByteArrayInputStream(new byte[0]) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                throw new IllegalStateException("the connection is gone");
            }
        };
        assertThrows(IllegalStateException.class, () -> store.put(hash(bytes(1, 'a')), cut));
        assertEquals(List.of(), files());
    }

    /// Each part arrives fast enough, but the whole upload would hold a place for hours.
    @Test
    void whatTakesTooLongInAllLeavesNothing() throws IOException {
        PackageStore large = new PackageStore(new ServerSettings.Packages(directory, 200_000_000, 200_000_000), () -> now);
        InputStream slow = new InputStream() {
            @Override
            public int read() {
                throw new AssertionError("one by one");
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                now = now.plus(PackageStore.WHILE);
                return length;
            }
        };
        String message = assertThrows(PackageStore.TooSlow.class, () -> large.put(hash(bytes(1, 'a')), slow)).getMessage();
        assertTrue(message.startsWith("the package has taken more than 15 minutes"), message);
        assertEquals(List.of(), files());
    }

    @Test
    void whatWasNotAskedForTheLongestGoes() throws IOException {
        String first = put(bytes(90, 'a'));
        String second = put(bytes(90, 'b'));
        assertTrue(has(first));
        String third = put(bytes(90, 'c'));
        assertTrue(has(first) && has(third));
        assertFalse(has(second));
    }

    @Test
    void whatIsReadWhileItGoesIsReadToItsEnd() throws IOException {
        String first = put(bytes(100, 'a'));
        try (InputStream stream = store.open(first).orElseThrow().stream()) {
            put(bytes(100, 'b'));
            put(bytes(100, 'c'));
            assertFalse(has(first));
            assertArrayEquals(bytes(100, 'a'), stream.readAllBytes());
        }
    }

    @Test
    void partsOfAbandonedUploadsGoAtTheNextStart() throws IOException {
        Path old = Files.writeString(directory.resolve("old.part"), "x");
        Path young = Files.writeString(directory.resolve("young.part"), "x");
        Files.setLastModifiedTime(old, FileTime.from(now.minus(Duration.ofHours(2))));
        Files.setLastModifiedTime(young, FileTime.from(now));
        open();
        assertEquals(List.of("young.part"), files(), "somebody may still be at the other");
    }

    @Test
    void onlyHashesAreNames() {
        assertTrue(PackageStore.isHash("0123456789abcdef".repeat(4)));
        for (String text : List.of("", "..", "0123456789ABCDEF".repeat(4), "a".repeat(63), "../" + "a".repeat(61), "a".repeat(64) + "\n")) {
            assertFalse(PackageStore.isHash(text), text);
        }
        assertThrows(IllegalArgumentException.class, () -> store.open("../x"));
    }
}
