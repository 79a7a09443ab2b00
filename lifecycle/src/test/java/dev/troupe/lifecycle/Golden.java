package dev.troupe.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/// Files that people have read and found right.
final class Golden {
    private static final Path FOLDER = Path.of("src/test/resources/dev/troupe/lifecycle");

    private Golden() {}

    /// Compares with a file; `-Dgolden=write` writes it.
    static void assertGolden(String name, Object tree) {
        String text = new Dump(
                DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).setWidth(200).setDereferenceAliases(true).build())
                .dumpToString(tree);
        try {
            if ("write".equals(System.getProperty("golden"))) {
                Files.writeString(FOLDER.resolve(name), text);
            }
            assertEquals(Files.readString(FOLDER.resolve(name)), text, name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
