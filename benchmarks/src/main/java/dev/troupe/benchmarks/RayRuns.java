package dev.troupe.benchmarks;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Runs the same measures on Ray where it is installed: [RemoteCalls] with Ray's own runtime, and a program in Python that does the same.
final class RayRuns {
    private static final List<String> MEASURES = List.of("tasks", "actors", "puts", "large", "wait", "references", "creation", "classic");
    private static final String PORT = "6389";
    private static final String ADDRESS = "127.0.0.1:" + PORT;
    /// What Ray's serialisation needs on a Java of today.
    private static final List<String> OPENED = List.of("java.lang", "java.lang.invoke", "java.lang.reflect", "java.util",
            "java.util.concurrent", "java.util.concurrent.atomic", "java.io", "java.math", "java.net", "java.nio", "java.text");

    private final Path home;
    private final Path ray;
    private final File log;
    private final Map<String, Double> python = new HashMap<>();
    private final Map<String, Double> java = new HashMap<>();

    /// @param home where this was built
    RayRuns(Path home) {
        this.home = home;
        String elsewhere = System.getenv("TROUPE_RAY");
        this.ray = elsewhere == null ? home.resolve("target/ray") : Path.of(elsewhere);
        this.log = home.resolve("target/ray.log").toFile();
    }

    Map<String, Double> python() {
        return python;
    }

    Map<String, Double> java() {
        return java;
    }

    /// Both on one cluster of Ray's; does nothing without Ray.
    void run() throws IOException, InterruptedException {
        if (!Files.isExecutable(ray.resolve("bin/ray"))) {
            System.err.println("not measured: Ray, which is not in " + ray + "; tools/ray installs it there");
            return;
        }
        System.err.println("measuring: Ray; its own words are in " + log);
        Process cluster = start();
        try {
            measure("Python", python, () -> Measured.run(quiet(new ProcessBuilder(ray.resolve("bin/python").toString(),
                    home.resolve("benchmarks/src/main/python/remote_calls.py").toString(), ADDRESS))));
            List<String> options = options();
            String path = jar() + ":" + home.resolve("benchmarks/target/classes");
            measure("Java, start", java, () -> Measured.firstResult(quiet(Measured.java(options, path, "FirstResult"))));
            for (String measure : MEASURES) {
                measure("Java, " + measure, java, () -> Measured.run(quiet(Measured.java(options, path, "RemoteCalls", measure))));
            }
        } finally {
            cluster.destroy();
            cluster.waitFor();
        }
    }

    private interface Measure {
        Map<String, Double> run() throws IOException, InterruptedException;
    }

    /// What Ray cannot do stays empty.
    private void measure(String what, Map<String, Double> figures, Measure measure) throws IOException, InterruptedException {
        System.err.println("  " + what);
        try {
            figures.putAll(measure.run());
        } catch (IllegalStateException e) {
            System.err.println("not measured: Ray, " + what + ": " + e.getMessage());
        }
    }

    /// Ends what it started when it is ended itself.
    private Process start() throws IOException, InterruptedException {
        ProcessBuilder start = quiet(new ProcessBuilder(ray.resolve("bin/ray").toString(), "start", "--head", "--block", "--port=" + PORT,
                "--include-dashboard=false", "--disable-usage-stats"));
        Process cluster = start.redirectOutput(ProcessBuilder.Redirect.appendTo(log)).start();
        ProcessBuilder status = quiet(new ProcessBuilder(ray.resolve("bin/ray").toString(), "status", "--address=" + ADDRESS));
        status.redirectOutput(ProcessBuilder.Redirect.appendTo(log));
        while (status.start().waitFor() != 0) {
            if (!cluster.isAlive()) {
                throw new IllegalStateException("Ray did not start; see " + log);
            }
        }
        return cluster;
    }

    private List<String> options() {
        List<String> options = new ArrayList<>(List.of("-Dray.address=" + ADDRESS, "-Dbenchmark.ask-for-cpu=true", "-Dbenchmark.actors=4",
                "-Dray.job.code-search-path=" + home.resolve("benchmarks/target/classes")));
        for (int i = 0; i < OPENED.size(); i++) {
            String open = "--add-opens=java.base/" + OPENED.get(i) + "=ALL-UNNAMED";
            options.add(open);
            options.add("-Dray.job.jvm-options." + i + "=" + open);
        }
        return options;
    }

    private Path jar() throws IOException {
        try (Stream<Path> files = Files.walk(ray.resolve("lib"), 6)) {
            return files.filter(file -> file.endsWith("jars/ray_dist.jar")).findFirst()
                    .orElseThrow(() -> new IllegalStateException("no jars/ray_dist.jar under " + ray));
        }
    }

    /// Ray starts its workers with the `java` and `python` of the path.
    private ProcessBuilder quiet(ProcessBuilder program) {
        program.environment().put("PATH",
                ray.resolve("bin") + ":" + Path.of(System.getProperty("java.home"), "bin") + ":" + System.getenv("PATH"));
        return program.redirectError(ProcessBuilder.Redirect.appendTo(log));
    }
}
