package dev.troupe.systemtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a page shows of a terminal: a command behind `$`, and what it prints. Stands in a block that begins with three backticks and `console`.
record Console(Path page, String command, List<String> output) {
    static List<Console> on(Path page) throws IOException {
        var found = new ArrayList<Console>();
        var inside = false;
        for (var line : Files.readAllLines(page)) {
            if (line.startsWith("```")) {
                inside = line.equals("```console");
            } else if (inside && line.startsWith("$ ")) {
                found.add(new Console(page, line.substring(2), new ArrayList<>()));
            } else if (inside) {
                found.getLast().output.add(line);
            }
        }
        return found;
    }

    /// What it prints, in a form that can be compared.
    Map<String, List<String>> byWorker() {
        return byWorker(output);
    }

    /// The lines of each worker are in order; those of different workers mix as they come. Addresses are those of the machine.
    static Map<String, List<String>> byWorker(List<String> lines) {
        var workers = new TreeMap<String, List<String>>();
        for (var shown : lines) {
            var line = shown.replaceAll("\\d+\\.\\d+\\.\\d+\\.\\d+", "192.0.2.7");
            var worker = line.startsWith("[") ? line.substring(0, line.indexOf(']') + 1) : "";
            workers.computeIfAbsent(worker, _ -> new ArrayList<>()).add(line);
        }
        return workers;
    }

    @Override
    public String toString() {
        return command;
    }
}
