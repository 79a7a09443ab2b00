package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.jobs.CodeFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CodeZipTest {
    @TempDir
    Path directory;

    @Test
    void aDirectoryBecomesAZipThatIsTheSameForTheSameFiles() throws Exception {
        Files.createDirectories(directory.resolve("my/app"));
        Files.write(directory.resolve("my/app/Main.class"), new byte[]{1, 2});
        Files.writeString(directory.resolve("log.properties"), "level=info");
        byte[] bytes;
        Path made;
        try (var code = CodeZip.of(directory)) {
            assertEquals("/troupe/code/package.zip", code.file().path());
            made = code.file().file();
            bytes = Files.readAllBytes(made);
            assertEquals(bytes.length, code.file().size());
        }
        assertFalse(Files.exists(made), "it was temporary");
        assertEquals(List.of("log.properties", "my/app/Main.class"), names(bytes));
        Files.setLastModifiedTime(directory.resolve("log.properties"), FileTime.fromMillis(5_000_000));
        try (var code = CodeZip.of(directory)) {
            assertArrayEquals(bytes, Files.readAllBytes(code.file().file()));
        }
    }

    @Test
    void aJarTravelsAsItIs() throws Exception {
        Path jar = Files.write(directory.resolve("my-app.jar"), new byte[]{'P', 'K', 3, 4});
        try (var code = CodeZip.of(jar)) {
            assertEquals(new CodeFile("package.jar", jar, 4), code.file());
        }
        assertTrue(Files.exists(jar));
    }

    @Test
    void whatIsTooLargeIsRefused() throws IOException {
        Path jar = directory.resolve("my-app.jar");
        try (var file = new RandomAccessFile(jar.toFile(), "rw")) {
            file.setLength(200_000_001);
        }
        assertSays(jar, "has more than 200,000,000 bytes", "put data on a volume");
    }

    @Test
    void whatIsNoCodeIsRefused() throws IOException {
        Path text = Files.writeString(directory.resolve("notes.txt"), "hello");
        assertSays(directory, "no classes and no jars", "target/classes");
        assertSays(text, "notes.txt", "is not a directory, jar or zip");
        assertSays(directory.resolve("gone"), "does not exist", "name a directory, jar or zip");
    }

    private static void assertSays(Path location, String... parts) {
        String sentence = assertThrows(CodeZip.NoCode.class, () -> CodeZip.of(location)).getMessage();
        for (String part : parts) {
            assertTrue(sentence.contains(part), sentence);
        }
    }

    private static List<String> names(byte[] zip) throws IOException {
        List<String> names = new ArrayList<>();
        try (var in = new ZipInputStream(new ByteArrayInputStream(zip))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                names.add(entry.getName());
            }
        }
        return names;
    }
}
