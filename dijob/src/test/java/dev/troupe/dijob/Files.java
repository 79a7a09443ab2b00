package dev.troupe.dijob;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The files of the tests.
public final class Files {
    static final Path EXAMPLES = Path.of("../examples/dijob");
    /// Those that users start from, too.
    private static final Map<String, String> SHARED = Map.of("seed-001.yaml", "dijob.yaml", "seed-002.yaml", "dijob-qbert.yaml",
            "aggregator.yaml", "aggregator.yaml");

    private Files() {}

    public static String text(String name) {
        if (SHARED.containsKey(name)) {
            return text(EXAMPLES.resolve(SHARED.get(name)));
        }
        try (var stream = Objects.requireNonNull(Files.class.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String text(Path file) {
        try {
            return java.nio.file.Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Job job(String name) {
        return job(List.of(ManifestReader.yaml(text(name)).getFirst()));
    }

    public static Job parse(String yaml) {
        return job(ManifestReader.yaml(yaml));
    }

    private static Job job(List<Reading> readings) {
        return switch (readings.getFirst()) {
            case Reading.Good(Job job) -> job;
            case Reading.Good(AggregatorConfig config) -> fail("an AggregatorConfig: " + config);
            case Reading.Bad bad -> fail(bad.sentences());
        };
    }

    public static AggregatorConfig aggregators() {
        return ManifestReader.yaml(text("aggregator.yaml")).getFirst() instanceof Reading.Good(AggregatorConfig config) ? config : fail();
    }
}
