package dev.troupe.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.process.PrivateDirectory;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionDirectoryTest {
    @TempDir
    private Path parent;

    @Test
    void onlyTheUserMayLook() throws IOException {
        try (SessionDirectory session = SessionDirectory.open(parent)) {
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(session.path())));
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(session.path().getParent())));
        }
    }

    @Test
    void itIsShortEnoughForSockets() throws IOException {
        try (SessionDirectory session = SessionDirectory.open();
                ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(session.socket(Integer.MAX_VALUE)));
        }
        Path tooLong = parent.resolve("x".repeat(100));
        assertTrue(assertThrows(IOException.class, () -> SessionDirectory.open(tooLong)).getMessage()
                .contains("is too long for Unix sockets"));
    }

    @Test
    void severalLiveSideBySideAndLeaveNothing() throws IOException {
        try (SessionDirectory one = SessionDirectory.open(parent); SessionDirectory two = SessionDirectory.open(parent)) {
            assertNotEquals(one.path(), two.path());
            assertTrue(Files.exists(one.logs()), "the second has not taken the first for a dead one");
        }
        try (var left = Files.list(PrivateDirectory.in(parent))) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void whatSomebodyPlantedUnderTheUsersNameIsNotUsed() throws IOException {
        Path victim = Files.createDirectory(parent.resolve("victim"));
        Path precious = Files.createFile(Files.createDirectory(victim.resolve("session-1-1")).resolve("precious"));
        Files.createSymbolicLink(PrivateDirectory.usual(parent), victim);
        try (SessionDirectory session = SessionDirectory.open(parent)) {
            assertFalse(session.path().toRealPath().startsWith(victim.toRealPath()));
        }
        assertTrue(Files.exists(precious));
    }

    @Test
    void logsOfDeadSessionsStayForAWeek() throws IOException {
        SessionDirectory old = SessionDirectory.open(parent);
        Path log = Files.writeString(old.logs().resolve("worker-1.err"), "the reason");
        Files.createFile(old.logs().resolve("worker-1.out"));
        old.close();
        assertTrue(Files.exists(log));
        assertFalse(Files.exists(old.logs().resolve("worker-1.out")));
        SessionDirectory.open(parent).close();
        assertTrue(Files.exists(log));
        Files.setLastModifiedTime(old.path(), FileTime.from(Instant.now().minus(8, ChronoUnit.DAYS)));
        SessionDirectory.open(parent).close();
        assertFalse(Files.exists(old.path()));
    }
}
