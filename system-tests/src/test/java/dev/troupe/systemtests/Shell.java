package dev.troupe.systemtests;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Runs a command to its end and tells what it printed.
record Shell(Path directory, Map<String, String> environment, Duration limit) {
    private static final Duration USUAL_LIMIT = Duration.ofSeconds(100);

    /// What came out.
    record Result(int exitCode, String out, String err) {
        Result ok() {
            if (exitCode != 0) throw new AssertionError(toString());
            return this;
        }
    }

    /// The checkout these tests belong to.
    static final Path ROOT = Path.of(System.getProperty("troupe.root"));

    static Shell in(Path directory) {
        return new Shell(directory, Map.of(), USUAL_LIMIT);
    }

    /// With one more variable; an empty value removes it.
    Shell with(String name, Object value) {
        var more = new HashMap<>(environment);
        more.put(name, value.toString());
        return new Shell(directory, more, limit);
    }

    /// A command that takes longer is killed, and the test fails.
    Shell within(Duration longer) {
        return new Shell(directory, environment, longer);
    }

    Result run(Object... command) throws IOException, InterruptedException {
        var out = Files.createTempFile("out", "");
        var err = Files.createTempFile("err", "");
        var builder = new ProcessBuilder(List.of(command).stream().map(Object::toString).toList()).directory(directory.toFile());
        environment.forEach((name, value) -> {
            if (value.isEmpty()) builder.environment().remove(name);
            else
                builder.environment().put(name, value);
        });
        var process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        try {
            if (!process.waitFor(limit)) throw new AssertionError(List.of(command) + " did not end");
            return new Result(process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
        } finally {
            process.destroyForcibly();
            Files.delete(out);
            Files.delete(err);
        }
    }
}
