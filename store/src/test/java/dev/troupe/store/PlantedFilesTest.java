package dev.troupe.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What bears the name of a dead store's file, but is none.
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PlantedFilesTest {
    private static final int STRANGER = 65_534;

    @TempDir
    private Path folder;
    private Path memory;
    private Path spill;
    private Path victim;
    private Path precious;

    @BeforeEach
    void make() throws IOException {
        memory = Files.createDirectory(folder.resolve("memory"));
        spill = Files.createDirectory(folder.resolve("spill"));
        allow("rwx------");
        victim = Files.createDirectory(folder.resolve("victim"));
        precious = Files.createFile(victim.resolve("precious"));
    }

    @AfterEach
    void nothingElseWasTouched() {
        assertTrue(Files.exists(precious));
    }

    private void allow(String permissions) throws IOException {
        Files.setPosixFilePermissions(memory, PosixFilePermissions.fromString(permissions));
        Files.setPosixFilePermissions(spill, PosixFilePermissions.fromString(permissions));
    }

    private void open() throws IOException {
        ObjectStore.open(memory, "test", 1 << 20, spill).close();
    }

    @Test
    void linksAreNotFollowed() throws IOException {
        Path toFolder = Files.createSymbolicLink(memory.resolve("troupe-x-2000000000-1-1.spill"), victim);
        Path toFile = Files.createSymbolicLink(memory.resolve("troupe-x-2000000000-1-2.store"), precious);
        Path spilled = Files.createSymbolicLink(spill.resolve("troupe-x-2000000000-1-1.spill"), victim);
        open();
        assertTrue(Files.isSymbolicLink(toFolder) && Files.isSymbolicLink(toFile) && Files.isSymbolicLink(spilled));
    }

    @Test
    void aPipeBlocksNobody() throws Exception {
        Path pipe = memory.resolve("troupe-x-2000000000-1-1.store");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        open();
        assertTrue(Files.exists(pipe));
    }

    @Test
    void numbersThatNoProcessHasAreNobodys() throws IOException {
        Path file = Files.createFile(memory.resolve("troupe-x-99999999999999999999-99999999999999999999-1.store"));
        open();
        assertTrue(Files.exists(file));
    }

    @Test
    void nothingIsRemovedWhereOthersMayWrite() throws IOException {
        allow("rwxrwxrwx");
        Path file = Files.createFile(memory.resolve("troupe-x-2000000000-1-1.store"));
        open();
        assertTrue(Files.exists(file));
        allow("rwxr-xr-x");
        open();
        assertFalse(Files.exists(file));
    }

    @Test
    void whatAnotherUserOwnsStays() throws IOException {
        assumeTrue(Integer.valueOf(0).equals(Files.getAttribute(folder, "unix:uid")), "only root can give files away");
        Path file = Files.createFile(memory.resolve("troupe-x-2000000000-1-1.store"));
        Files.setAttribute(file, "unix:uid", STRANGER, LinkOption.NOFOLLOW_LINKS);
        open();
        assertTrue(Files.exists(file));
    }
}
