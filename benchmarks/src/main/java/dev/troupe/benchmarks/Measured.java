package dev.troupe.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Programs that print figures.
final class Measured {
    private Measured() {}

    /// A program of this package on this Java.
    static ProcessBuilder java(List<String> options, String path, String main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
        command.addAll(options);
        command.addAll(List.of("-cp", path, "dev.troupe.benchmarks." + main));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    /// Runs it and returns the figures it printed.
    static Map<String, Double> run(ProcessBuilder program) throws IOException, InterruptedException {
        Process process = program.start();
        Map<String, Double> figures = new HashMap<>();
        try (BufferedReader lines = process.inputReader()) {
            lines.lines().forEach(line -> Figures.read(line, figures));
        }
        int code = process.waitFor();
        if (code != 0) {
            throw new IllegalStateException(String.join(" ", program.command()) + " ended with " + code);
        }
        return figures;
    }

    /// Runs [FirstResult] five times; the median.
    static Map<String, Double> firstResult(ProcessBuilder program) throws IOException, InterruptedException {
        System.err.println("  start");
        List<Double> seconds = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            seconds.add(run(program).get("start"));
        }
        return Map.of("start", seconds.stream().sorted().toList().get(seconds.size() / 2));
    }
}
