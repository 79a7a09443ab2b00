package dev.troupe.values;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainJavaTest {
    @TempDir
    Path folder;
    private PlainJava java;

    @BeforeEach
    void useThisClassPath() {
        java = new PlainJava(System.getProperty("java.class.path"), folder);
    }

    @Test
    void objectsWorkWithoutOptionsAndWithoutAWordOnStderr() throws Exception {
        java.run("objects", "Greeting[text=hi, to=[a, b], counts={n=1}] done!");
    }

    @Test
    void simpleValuesDoNotLoadFory() throws Exception {
        List<String> loaded = java.run("simple", "done");
        assertEquals(List.of(), loaded.stream().filter(line -> line.contains("fory")).toList());
    }
}
