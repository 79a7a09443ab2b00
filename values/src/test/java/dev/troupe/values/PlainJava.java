package dev.troupe.values;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Starts `Program` in a JVM of its own, with no options that help.
record PlainJava(String classPath, Path folder) {
    /// Checks what it printed, and that it printed nothing else; gives the names of the classes it loaded.
    List<String> run(String what, String expected) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Path loaded = folder.resolve("loaded");
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load:file=" + loaded, "-cp", classPath, Program.class.getName(), what));
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        int code = builder.start().waitFor();
        assertEquals("", Files.readString(err));
        assertEquals(expected, Files.readString(out).strip());
        assertEquals(0, code);
        try (Stream<String> lines = Files.lines(loaded)) {
            return lines.toList();
        }
    }
}
