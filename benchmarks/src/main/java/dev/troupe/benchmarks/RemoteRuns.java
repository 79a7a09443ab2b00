package dev.troupe.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Runs [RemoteCalls] and [FirstResult] on this runtime and, where it is installed, on Ray.
final class RemoteRuns {
    private static final String PORT = "6389";
    private static final String ADDRESS = "127.0.0.1:" + PORT;
    private static final List<String> CLUSTER = List.of("-Dray.run-mode=CLUSTER");
    private static final List<String> OPENED = List.of("java.lang", "java.lang.invoke", "java.util", "java.nio", "java.math");

    private final Path home;
    private final Path ray;

    /// @param home where this was built
    RemoteRuns(Path home) {
        this.home = home;
        String elsewhere = System.getenv("TROUPE_RAY");
        this.ray = elsewhere == null ? home.resolve("target/ray") : Path.of(elsewhere);
    }

    Map<String, Double> embedded() throws IOException, InterruptedException {
        return ours("in this JVM", List.of());
    }

    Map<String, Double> withWorkers() throws IOException, InterruptedException {
        return ours("with worker processes", CLUSTER);
    }

    /// Each measure in a JVM of its own, so that none has to live with what another left behind.
    private Map<String, Double> ours(String where, List<String> options) throws IOException, InterruptedException {
        System.err.println("measuring: remote functions " + where);
        Map<String, Double> figures = new HashMap<>(first(options, path()));
        List<String> withFloor = new ArrayList<>(options);
        withFloor.add("-Dbenchmark.floor=true");
        for (String measure : List.of("tasks", "actors", "copied", "puts", "large", "wait", "references", "creation", "processes",
                "classic",
                "queue")) {
            figures.putAll(run(java(withFloor, path(), "RemoteCalls", measure), Map.of()));
        }
        return figures;
    }

    private Map<String, Double> first(List<String> options, String path) throws IOException, InterruptedException {
        System.err.println("  start");
        List<Double> seconds = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            seconds.add(run(java(options, path, "FirstResult"), Map.of()).get("start"));
        }
        return Map.of("start", seconds.stream().sorted().toList().get(seconds.size() / 2));
    }

    private String path() {
        return home.resolve("runtime/target/lib") + "/*:" + home.resolve("benchmarks/target/classes");
    }

    private static List<String> java(List<String> options, String path, String main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
        command.addAll(options);
        command.addAll(List.of("-cp", path, "dev.troupe.benchmarks." + main));
        command.addAll(List.of(arguments));
        return command;
    }

    boolean hasRay() {
        return Files.isExecutable(ray.resolve("bin/ray"));
    }

    /// Ray's Python and Java sides on one cluster of Ray's.
    Optional<Ray> onRay() throws IOException, InterruptedException {
        if (!hasRay()) {
            System.err.println("no Ray in " + ray + "; tools/ray installs one there");
            return Optional.empty();
        }
        System.err.println("measuring: Ray");
        Process cluster = startRay();
        try {
            Map<String, Double> python = run(List.of(ray.resolve("bin/python").toString(),
                    home.resolve("benchmarks/src/main/python/remote_calls.py").toString(), ADDRESS), onPath());
            return Optional.of(new Ray(python, rayJava()));
        } finally {
            cluster.destroy();
            cluster.waitFor();
        }
    }

    /// Ends what it started when it is ended itself.
    private Process startRay() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(ray.resolve("bin/ray").toString(), "start", "--head", "--block",
                "--node-ip-address=127.0.0.1", "--port=" + PORT, "--include-dashboard=false", "--disable-usage-stats");
        builder.environment().putAll(onPath());
        Process cluster = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        ProcessBuilder status = new ProcessBuilder(ray.resolve("bin/ray").toString(), "status", "--address=" + ADDRESS);
        status.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
        while (status.start().waitFor() != 0) {
            if (!cluster.isAlive()) {
                throw new IllegalStateException("Ray did not start: " + String.join(" ", builder.command()));
            }
        }
        return cluster;
    }

    /// What was measured on Ray.
    record Ray(Map<String, Double> python, Map<String, Double> java) {}

    private Map<String, Double> rayJava() throws IOException, InterruptedException {
        String path = jar() + ":" + home.resolve("benchmarks/target/classes");
        List<String> options = new ArrayList<>(List.of("-Dray.address=" + ADDRESS, "-Dray.node-ip=127.0.0.1",
                "-Dray.job.code-search-path=" + home.resolve("benchmarks/target/classes"), "-Dbenchmark.ask-for-cpu=true",
                "-Dbenchmark.actors=4"));
        int number = 0;
        for (String opened : OPENED) {
            options.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED");
            options.add("-Dray.job.jvm-options." + number++ + "=--add-opens=java.base/" + opened + "=ALL-UNNAMED");
        }
        Map<String, Double> figures = new HashMap<>(first(options, path));
        for (String measure : List.of("tasks", "actors", "puts", "large", "wait", "references", "creation", "classic")) {
            try {
                figures.putAll(run(java(options, path, "RemoteCalls", measure), onPath()));
            } catch (IllegalStateException e) {
                System.err.println("not measured on Ray's Java: " + e.getMessage());
            }
        }
        return figures;
    }

    private Path jar() throws IOException {
        try (Stream<Path> files = Files.walk(ray.resolve("lib"), 6)) {
            return files.filter(file -> file.endsWith("jars/ray_dist.jar")).findFirst()
                    .orElseThrow(() -> new IllegalStateException("no jars/ray_dist.jar under " + ray));
        }
    }

    /// Ray starts its workers with the `java` and `python` of the path.
    private Map<String, String> onPath() {
        return Map.of("PATH", ray.resolve("bin") + ":" + Path.of(System.getProperty("java.home"), "bin") + ":" + System.getenv("PATH"));
    }

    private static Map<String, Double> run(List<String> command, Map<String, String> environment) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        Process process = builder.start();
        Map<String, Double> figures = new HashMap<>();
        try (BufferedReader lines = process.inputReader()) {
            lines.lines().forEach(line -> Figures.read(line, figures));
        }
        int code = process.waitFor();
        if (code != 0) {
            throw new IllegalStateException(String.join(" ", command) + " ended with " + code);
        }
        return figures;
    }
}
