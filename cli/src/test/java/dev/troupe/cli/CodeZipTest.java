package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
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
        var code = CodeZip.of(directory);
        assertEquals("/troupe/code/package.zip", code.path());
        assertEquals(List.of("log.properties", "my/app/Main.class"), names(code.bytes()));
        Files.setLastModifiedTime(directory.resolve("log.properties"), FileTime.fromMillis(5_000_000));
        assertArrayEquals(code.bytes(), CodeZip.of(directory).bytes());
    }

    @Test
    void aJarTravelsAsItIs() throws Exception {
        Path jar = Files.write(directory.resolve("my-app.jar"), new byte[]{'P', 'K', 3, 4});
        assertEquals("package.jar", CodeZip.of(jar).name());
        assertArrayEquals(new byte[]{'P', 'K', 3, 4}, CodeZip.of(jar).bytes());
    }

    @Test
    void whatIsNoCodeIsRefused() throws IOException {
        Path text = Files.writeString(directory.resolve("notes.txt"), "hello");
        assertSays(directory, "no classes and no jars", "target/classes");
        assertSays(text, "notes.txt", "is not a directory, jar or zip");
        assertSays(directory.resolve("gone"), "is not there", "name a directory, jar or zip");
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
