package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class NewerClassFilesTest {
    @TempDir
    Path directory;

    private Path published;
    private Path jar;

    @BeforeEach
    void copyPicocli() throws Exception {
        published = Path.of(CommandLine.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        jar = directory.resolve("picocli.jar");
        Files.copy(published, jar);
    }

    @Test
    void allClassesGetAFormatThatAnAotCacheCanHold() throws Exception {
        assertTrue(oldest(published) < ClassFile.JAVA_6_VERSION, "picocli is newer now: NewerClassFiles can go");

        NewerClassFiles.rewrite(jar);

        assertEquals(ClassFile.JAVA_8_VERSION, oldest(jar));
    }

    @Test
    void theVerifierAcceptsTheCode() throws Exception {
        NewerClassFiles.rewrite(jar);

        try (var loader = new URLClassLoader(new URL[]{jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            for (String name : classes()) {
                if (!name.startsWith("picocli.groovy.")) { // these need a library that we do not have
                    assertSame(loader, Class.forName(name, true, loader).getClassLoader());
                }
            }
        }
    }

    @Test
    void theJarKeepsItsOtherFilesAndItsTime() throws Exception {
        var time = Files.getLastModifiedTime(jar);

        NewerClassFiles.rewrite(jar);
        long size = Files.size(jar);
        NewerClassFiles.rewrite(jar);

        assertEquals(time, Files.getLastModifiedTime(jar));
        assertEquals(size, Files.size(jar));
        assertEquals(names(published), names(jar));
        assertArrayEquals(bytes(published, "META-INF/MANIFEST.MF"), bytes(jar, "META-INF/MANIFEST.MF"));
        try (var files = Files.list(directory)) {
            assertEquals(List.of(jar), files.toList());
        }
    }

    private static List<String> names(Path jar) throws IOException {
        try (var zip = new ZipFile(jar.toFile())) {
            return zip.stream().map(ZipEntry::getName).toList();
        }
    }

    private List<String> classes() throws IOException {
        return names(jar).stream().filter(name -> name.endsWith(".class") && !name.endsWith("module-info.class"))
                .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.')).toList();
    }

    private static int oldest(Path jar) throws IOException {
        return names(jar).stream().filter(name -> name.endsWith(".class"))
                .mapToInt(name -> ClassFile.of().parse(bytes(jar, name)).majorVersion()).min().orElseThrow();
    }

    private static byte[] bytes(Path jar, String name) {
        try (var zip = new ZipFile(jar.toFile()); var in = zip.getInputStream(zip.getEntry(name))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
