package dev.troupe.systemtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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

    @Override
    public String toString() {
        return command;
    }
}
