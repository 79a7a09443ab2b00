package dev.troupe.packages;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.process.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackageCacheTest {
    private static final int LIMIT = 1_000;

    @TempDir
    private Path parent;
    private final AtomicLong seconds = new AtomicLong();
    private final InstantSource clock = () -> Instant.ofEpochSecond(seconds.incrementAndGet());
    private Path directory;
    private PackageCache cache;

    @BeforeEach
    void open() throws IOException {
        directory = parent.resolve("caches/packages");
        cache = PackageCache.open(directory, LIMIT, clock);
    }

    @AfterEach
    void close() throws IOException {
        cache.close();
    }

    @Test
    void whatArrivesInChunksIsThereForAllWhoOpenTheCache() throws IOException {
        byte[] bytes = Code.bytes(500, 1);
        CodePackage announced = Code.announce(bytes, "my-app.jar");
        assertTrue(cache.pin(announced).isEmpty());
        try (Incoming incoming = cache.receive(announced)) {
            for (int from = 0; from < bytes.length; from += 100) {
                assertEquals(from, incoming.position());
                incoming.write(bytes, from, 100);
                assertEquals(List.of(), Code.shared(directory), "nobody sees a part of it");
            }
            PinnedPackage pin = incoming.finish();
            assertArrayEquals(bytes, Files.readAllBytes(pin.file()));
            assertTrue(pin.file().toString().endsWith("-my-app.jar"), "a name for people");
        }
        try (PackageCache other = PackageCache.open(directory, LIMIT)) {
            assertArrayEquals(bytes, Files.readAllBytes(other.pin(announced).orElseThrow().file()));
        }
        assertEquals(List.of(announced.id() + ".jar", announced.id() + ".used"), Code.shared(directory));
        assertEquals(List.of(), Code.parts(directory));
    }

    @Test
    void onlyItsUserCanEnterIt() throws IOException {
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)));
        Path open = Files.createDirectory(parent.resolve("open"), PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rwxr-xr-x")));
        String why = assertThrows(IOException.class, () -> PackageCache.open(open, LIMIT)).getMessage();
        assertTrue(why.startsWith(open.toRealPath() + " must be a private directory of this user, but it is a directory of user "), why);
        assertTrue(why.endsWith(" with permissions rwxr-xr-x: run chmod 700 on it, or choose another directory"), why);
        Path elsewhere = Files.createSymbolicLink(parent.resolve("elsewhere"), directory);
        try (PackageCache linked = PackageCache.open(elsewhere, LIMIT)) {
            assertEquals(directory.toRealPath(), linked.directory(), "it may lie on another disk");
        }
    }

    @Test
    void wrongBytesAreThrownAwayAndBothHashesAreNamed() throws IOException {
        CodePackage wanted = Code.announce(Code.bytes(300, 1), "my-app.jar");
        CodePackage other = Code.announce(Code.bytes(300, 2), "my-app.jar");
        try (Incoming incoming = cache.receive(wanted)) {
            incoming.write(Code.bytes(300, 2));
            String why = assertThrows(WrongBytesException.class, incoming::finish).getMessage();
            assertEquals("my-app.jar was thrown away: its SHA-256 must be " + wanted.id() + ", but is " + other.id()
                    + "; it was damaged on its way, or the file has changed meanwhile: try again", why);
        }
        try (Incoming incoming = cache.receive(wanted)) {
            incoming.write(Code.bytes(299, 1));
            String why = assertThrows(WrongBytesException.class, incoming::finish).getMessage();
            assertTrue(why.endsWith(", 300 bytes) was thrown away: only 299 bytes arrived; fetch it again"), why);
        }
        try (Incoming incoming = cache.receive(wanted)) {
            String why = assertThrows(WrongBytesException.class, () -> incoming.write(new byte[301])).getMessage();
            assertTrue(why.endsWith("more bytes arrived than were announced; fetch it again"), why);
        }
        assertEquals(List.of(), Code.shared(directory));
        assertEquals(List.of(), Code.parts(directory));
    }

    @Test
    void whatWasNotUsedForTheLongestTimeIsEvicted() throws IOException {
        byte[] first = Code.bytes(400, 1);
        byte[] second = Code.bytes(400, 2);
        byte[] third = Code.bytes(400, 3);
        Code.put(cache, first).close();
        Code.put(cache, second).close();
        cache.pin(Code.announce(first, "a")).orElseThrow().close();
        Code.put(cache, third).close();
        assertTrue(cache.pin(Code.announce(first, "a")).isPresent());
        assertTrue(cache.pin(Code.announce(second, "b")).isEmpty());
        assertTrue(cache.pin(Code.announce(third, "c")).isPresent());
        assertEquals(4, Code.shared(directory).size());
    }

    @Test
    void whatIsPinnedStaysAndTheMessageSaysHowMuchThatIs() throws IOException {
        byte[] first = Code.bytes(600, 1);
        PinnedPackage pin = Code.put(cache, first);
        byte[] second = Code.bytes(500, 2);
        CodePackage wanted = Code.announce(second, "big.jar");
        String why = assertThrows(IOException.class, () -> Code.put(cache, second)).getMessage();
        assertTrue(why.contains("does not fit into the package cache " + cache.directory() + ", whose limit is 1000 bytes: 600 bytes are in"
                + " use by running programs; wait for them, or raise the limit"), why);
        assertArrayEquals(first, Files.readAllBytes(pin.file()));
        try (PackageCache other = PackageCache.open(directory, LIMIT)) {
            assertThrows(IOException.class, () -> other.receive(wanted), "pins of others count, too");
            pin.close();
            Code.put(other, second).close();
        }
        assertTrue(cache.pin(wanted).isPresent());
        String never = assertThrows(IOException.class, () -> Code.put(cache, Code.bytes(1_001, 3))).getMessage();
        assertTrue(never.endsWith("whose limit is 1000 bytes: raise the limit"), never);
    }

    @Test
    void packagesThatAreStillBeingWrittenTakeRoom() throws IOException {
        try (Incoming one = cache.receive(Code.announce(Code.bytes(600, 1), "one.jar"));
                PackageCache other = PackageCache.open(directory, LIMIT)) {
            CodePackage second = Code.announce(Code.bytes(600, 2), "two.jar");
            assertThrows(IOException.class, () -> cache.receive(second));
            assertThrows(IOException.class, () -> other.receive(second));
            assertEquals(0, one.position());
        }
        cache.receive(Code.announce(Code.bytes(600, 2), "two.jar")).close();
    }

    @Test
    void aDamagedPackageIsNoticedOnceAndFetchedAgain() throws IOException {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            byte[] bytes = Code.bytes(1 + random.nextInt(900), round);
            CodePackage what = Code.announce(bytes, "code.jar");
            Code.put(cache, bytes).close();
            Path file = directory.resolve(what.id() + ".jar");
            damage(file, bytes, random);
            try (PackageCache later = PackageCache.open(directory, LIMIT)) {
                PackageCache reader = random.nextBoolean() ? cache : later;
                assertTrue(reader.pin(what).isEmpty(), "round " + round);
                assertFalse(Files.exists(file), "round " + round);
                Code.put(reader, bytes).close();
                assertArrayEquals(bytes, Files.readAllBytes(later.pin(what).orElseThrow().file()), "round " + round);
            }
        }
    }

    /// Cuts it, changes one byte, or adds some.
    private static void damage(Path file, byte[] bytes, Random random) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        switch (random.nextInt(3)) {
            case 0 -> Files.write(file, java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length)));
            case 1 -> {
                byte[] changed = bytes.clone();
                changed[random.nextInt(bytes.length)] ^= 1;
                Files.write(file, changed);
            }
            default -> Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(10)));
        }
    }

    @Test
    void aRemovedCacheIsMadeAnew() throws IOException {
        byte[] bytes = Code.bytes(100, 1);
        Code.put(cache, bytes);
        FileTree.remove(directory);
        assertTrue(cache.pin(Code.announce(bytes, "code.jar")).isEmpty());
        Code.put(cache, bytes);
        assertTrue(cache.pin(Code.announce(bytes, "code.jar")).isPresent());
    }

    @Test
    void otherFilesInItAreLeftAlone() throws IOException {
        Path mine = Files.writeString(directory.resolve("mine.jar"), "x".repeat(5_000));
        Code.put(cache, Code.bytes(900, 1)).close();
        Code.put(cache, Code.bytes(900, 2)).close();
        assertTrue(Files.exists(mine));
        assertEquals(3, Code.shared(directory).size());
    }

    @Test
    void namesThatCouldLeaveTheDirectoryAreRefused() {
        PackageId id = Code.announce(new byte[0], "a").id();
        for (String name : List.of("", "../a.jar", "a/b", "a:b", "ä.jar", "a b", "x".repeat(101))) {
            assertThrows(IllegalArgumentException.class, () -> new CodePackage(id, 1, name), name);
        }
        assertThrows(IllegalArgumentException.class, () -> new PackageId("abc"));
    }
}
