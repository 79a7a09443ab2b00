package dev.troupe.dijob;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/// The files of the tests.
final class Files {
    private static final Path FOLDER = Path.of("src/test/resources/dev/troupe/dijob");
    static final Path EXAMPLES = Path.of("../examples/dijob");
    /// Those that users start from, too.
    private static final Map<String, String> SHARED = Map.of("seed-001.yaml", "dijob.yaml", "seed-002.yaml", "dijob-qbert.yaml",
            "aggregator.yaml", "aggregator.yaml");

    private Files() {}

    static String text(String name) {
        if (SHARED.containsKey(name)) {
            return text(EXAMPLES.resolve(SHARED.get(name)));
        }
        try (var stream = Objects.requireNonNull(Files.class.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Path file) {
        try {
            return java.nio.file.Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Job job(String name) {
        return job(List.of(ManifestReader.yaml(text(name)).getFirst()));
    }

    static Job parse(String yaml) {
        return job(ManifestReader.yaml(yaml));
    }

    private static Job job(List<Reading> readings) {
        return switch (readings.getFirst()) {
            case Reading.Good(Job job) -> job;
            case Reading.Good(AggregatorConfig config) -> fail("an AggregatorConfig: " + config);
            case Reading.Bad bad -> fail(bad.sentences());
        };
    }

    static AggregatorConfig aggregators() {
        return ManifestReader.yaml(text("aggregator.yaml")).getFirst() instanceof Reading.Good(AggregatorConfig config) ? config : fail();
    }

    /// Compares with a file that people have read and found right; `-Dgolden=write` writes it.
    static void assertGolden(String name, Object tree) {
        String text = new Dump(
                DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).setWidth(200).setDereferenceAliases(true).build())
                .dumpToString(tree);
        if ("write".equals(System.getProperty("golden"))) {
            try {
                java.nio.file.Files.writeString(FOLDER.resolve(name), text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        assertEquals("write".equals(System.getProperty("golden")) ? text : text(name), text, name);
    }
}
