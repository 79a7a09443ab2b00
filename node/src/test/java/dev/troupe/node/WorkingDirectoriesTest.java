package dev.troupe.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkingDirectoriesTest {
    @TempDir
    private Path project;

    private WorkingDirectories directories;

    /// The session lies inside what is copied, as with a `working_dir` of `/tmp`.
    @BeforeEach
    void open() throws IOException {
        Path session = Files.createDirectory(project.resolve("session"));
        directories = new WorkingDirectories(session, session.resolve("work"));
    }

    private static List<String> files(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile).map(file -> root.relativize(file).toString()).sorted().toList();
        }
    }

    private Path zip(String name, String... entries) throws IOException {
        Path file = project.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (String entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write(entry.getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }

    @Test
    void aDirectoryIsCopiedOnceWithWhatItsLinksLeadTo() throws Exception {
        Files.writeString(Files.createDirectory(project.resolve("data")).resolve("a.txt"), "a");
        Files.createSymbolicLink(project.resolve("link.txt"), project.resolve("data/a.txt"));
        Files.createSymbolicLink(project.resolve("broken.txt"), project.resolve("nowhere"));
        Path copy = directories.of(project.toString());
        assertEquals(List.of("data/a.txt", "link.txt"), files(copy));
        Files.writeString(copy.resolve("link.txt"), "changed");
        assertEquals("a", Files.readString(project.resolve("data/a.txt")), "no way leads back");
        assertEquals(copy, directories.of(project.toUri().toString()), "all workers share it");
    }

    @Test
    void aZipIsUnpackedAndOneFromTheWebMayHoldASingleDirectory() throws Exception {
        Path local = zip("code.zip", "top/a.txt", "top/sub/b.txt");
        assertEquals(List.of("top/a.txt", "top/sub/b.txt"), files(directories.of(local.toString())));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0, "/",
                SimpleFileServer.createFileHandler(project));
        server.start();
        try {
            String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/code.zip";
            assertEquals(List.of("a.txt", "sub/b.txt"), files(directories.of(address)));
            IOException missing = assertThrows(IOException.class, () -> directories.of(address + ".gone"));
            assertEquals("working_dir: " + address + ".gone could not be fetched: the server answered 404; check the address",
                    missing.getMessage());
            assertFalse(missing instanceof WrongSettingsException, "it may be there the next time");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aDirectoryThatGoesAwayIsNamed() throws Exception {
        Path gone = project.resolve("gone");
        assertEquals("working_dir: " + gone + " does not exist: give a directory or a zip on this machine, or the http address of a zip",
                assertThrows(WrongSettingsException.class, () -> directories.of(gone.toString())).getMessage());
        Path loop = Files.createDirectory(project.resolve("loop"));
        Files.createSymbolicLink(loop.resolve("again"), loop);
        String why = assertThrows(WrongSettingsException.class, () -> directories.of(loop.toString())).getMessage();
        assertEquals("working_dir: " + loop + " cannot be copied: the link " + loop.resolve("again")
                + " points to a directory that contains it; remove the link", why);
        try (Stream<Path> left = Files.list(project.resolve("session/work"))) {
            assertEquals(0, left.count(), "nothing is left of half a copy");
        }
    }

    /// As on a disk that is full.
    @Test
    void thatThereIsNoPlaceForACopyIsNotTheFaultOfWhatWasNamed() throws Exception {
        Path data = Files.createDirectory(project.resolve("data"));
        Path work = Files.createFile(project.resolve("session/work"));
        IOException why = assertThrows(IOException.class, () -> directories.of(data.toString()));
        assertFalse(why instanceof WrongSettingsException, "there may be room the next time");
        assertTrue(why.getMessage().startsWith("working_dir: " + data + " cannot be copied to " + work + " ("), why.getMessage());
        assertTrue(why.getMessage().endsWith("): free space there, or choose another temporary directory"), why.getMessage());
        Path zip = zip("code.zip", "a.txt");
        IOException noPlace = assertThrows(IOException.class, () -> directories.of(zip.toString()));
        assertFalse(noPlace instanceof WrongSettingsException, "there may be room the next time");
        assertTrue(noPlace.getMessage().startsWith("working_dir: " + zip + " cannot be copied to " + work + " ("), noPlace.getMessage());
    }

    @Test
    void aPathIsMadeAbsolute() throws Exception {
        assertTrue(Path.of(WorkingDirectories.check("src")).isAbsolute());
        assertEquals("http://example.org/a.zip", WorkingDirectories.check("http://example.org/a.zip"));
    }
}
