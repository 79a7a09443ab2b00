package dev.troupe.values;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The jar users get has Fory inside, under our name, and is as quiet as the classes it is made of.
class ShadedJarIT {
    @TempDir
    Path folder;

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
