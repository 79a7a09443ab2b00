package dev.troupe.values;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The jar users get has Fory inside, under our name, and is as quiet as the classes it is made of.
class ShadedJarIT {
    @TempDir
    Path folder;

    @Test
    void nobodyWhoUsesItGetsAnotherLibraryWithIt() throws Exception {
        Path published = Path.of(System.getProperty("values.jar")).resolveSibling("published-pom.xml");
        String pom = Files.readString(published);
        // Fory itself, which is optional, and nothing else.
        assertEquals(2, pom.split("<dependency>", -1).length, pom);
        assertTrue(pom.contains("<optional>true</optional>"), pom);
        try (JarFile jar = new JarFile(System.getProperty("values.jar"))) {
            assertEquals(List.of(), jar.stream().map(JarEntry::getName).filter(name -> name.endsWith(".class"))
                    .filter(name -> !name.replaceFirst("META-INF/versions/\\d+/", "").startsWith("dev/troupe/values/")).toList());
        }
    }

    @Test
    void theJarNeedsNothingElse() throws Exception {
        Path tests = Path.of(Program.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        String classPath = System.getProperty("values.jar") + File.pathSeparator + tests;
        List<String> loaded = new PlainJava(classPath, folder).run("objects",
                "Greeting[text=hi, to=[a, b], counts={n=1}] done!");
        assertTrue(loaded.stream().anyMatch(line -> line.contains("dev.troupe.values.fory.Fory ")));
        assertEquals(List.of(), loaded.stream().filter(line -> line.contains("org.apache.fory")).toList());
    }
}
