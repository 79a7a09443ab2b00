package dev.troupe.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateDirectoryTest {
    private static final int STRANGER = 65_534;

    @TempDir
    private Path parent;
    private Path usual;

    @BeforeEach
    void name() throws IOException {
        usual = parent.resolve("troupe-" + Integer.toUnsignedString(PrivateDirectory.uid()));
    }

    @Test
    void itIsNamedByTheUsersNumberAndOnlyTheUserMayLook() throws IOException {
        assertEquals(usual, PrivateDirectory.in(parent));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(usual)));
        assertEquals(PrivateDirectory.uid(), Files.getAttribute(usual, "unix:uid"));
    }

    @Test
    void itIsFoundAgain() throws IOException {
        Path inside = Files.createFile(PrivateDirectory.in(parent).resolve("inside"));
        assertEquals(usual, PrivateDirectory.in(parent));
        assertTrue(Files.exists(inside));
    }

    @Test
    void aDirectoryOfAnyNameIsMadePrivateOrMustBe() throws IOException {
        Path made = PrivateDirectory.at(parent.resolve("a/b"));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(made)));
        assertEquals(made.toRealPath(), PrivateDirectory.at(Files.createSymbolicLink(parent.resolve("link"), made)));
        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
        String why = assertThrows(IOException.class, () -> PrivateDirectory.at(made)).getMessage();
        assertTrue(why.endsWith(" with permissions rwxr-xr-x: run chmod 700 on it, or choose another directory"), why);
        Path file = Files.createFile(parent.resolve("file"));
        assertTrue(
                assertThrows(IOException.class, () -> PrivateDirectory.at(file)).getMessage().contains(" but it is not a directory of "));
        String below = assertThrows(IOException.class, () -> PrivateDirectory.at(file.resolve("x"))).getMessage();
        assertTrue(below.startsWith("cannot create the directory " + file.resolve("x")), below);
    }

    @Test
    void aLinkOfItsNameIsNotFollowed() throws IOException {
        Path victim = Files.createDirectory(parent.resolve("victim"), PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rwx------")));
        Files.createSymbolicLink(usual, victim);
        assertUnused();
        Files.delete(victim);
        assertUnused();
    }

    @Test
    void aFileOrPipeOfItsNameIsLeftAlone() throws Exception {
        Files.createFile(usual);
        assertUnused();
        Files.delete(usual);
        assertEquals(0, new ProcessBuilder("mkfifo", usual.toString()).start().waitFor());
        assertUnused();
    }

    @Test
    void oneThatOthersMayWriteToIsLeftAlone() throws IOException {
        Files.createDirectory(usual);
        Files.setPosixFilePermissions(usual, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertUnused();
    }

    @Test
    void oneOfAnotherUserIsLeftAlone() throws IOException {
        assumeTrue(PrivateDirectory.uid() == 0, "only root can make a directory somebody else's");
        Files.createDirectory(usual, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.setAttribute(usual, "unix:uid", STRANGER);
        assertUnused();
    }

    @Test
    void whereNothingCanBeCreatedTheUserIsToldSo() throws IOException {
        Path file = Files.createFile(parent.resolve("file"));
        String said = assertThrows(IOException.class, () -> PrivateDirectory.in(file)).getMessage();
        assertTrue(said.startsWith("cannot create a directory for this user alone in " + file), said);
        assertTrue(said.endsWith("or choose another directory"), said);
    }

    /// Everything that is planted for later stays unused as well.
    @Test
    void theOtherOneIsFoundAgainAmongThoseOfStrangers() throws IOException {
        Files.createFile(usual);
        Files.createSymbolicLink(parent.resolve(usual.getFileName() + "-1"), parent);
        Files.createFile(parent.resolve(usual.getFileName() + "-2"));
        Path other = PrivateDirectory.in(parent);
        assertUnused();
        assertEquals(other, PrivateDirectory.in(parent));
    }

    private void assertUnused() throws IOException {
        Path other = PrivateDirectory.in(parent);
        assertNotEquals(usual, other);
        assertTrue(Files.exists(usual, LinkOption.NOFOLLOW_LINKS), "it is not ours to remove");
        assertTrue(Files.isDirectory(other, LinkOption.NOFOLLOW_LINKS));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(other, LinkOption.NOFOLLOW_LINKS)));
        assertEquals(PrivateDirectory.uid(), Files.getAttribute(other, "unix:uid", LinkOption.NOFOLLOW_LINKS));
    }
}
