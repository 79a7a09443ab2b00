package dev.troupe.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

/// What a command that has ended has printed.
record Ended(int exitCode, List<String> out, List<String> err) {
    /// What does not count as a complaint: others may use this machine, have the default ports and make everything slow.
    private static final String BUSY = "troupe: worker \\d+ is listening on .*|\\[\\d+] .* WARNING: after 5 s, .* still waits .*";

    /// It worked, and had nothing to complain about.
    Ended ok() {
        assertEquals(0, exitCode, this::toString);
        assertEquals(List.of(), err.stream().filter(line -> !line.matches(BUSY)).toList(), this::toString);
        return this;
    }

    /// What a worker printed, without its prefix.
    List<String> of(int node) {
        var prefix = "[" + node + "] ";
        return out.stream().filter(line -> line.startsWith(prefix)).map(line -> line.substring(prefix.length())).toList();
    }

    /// The rest of the one line of a worker that begins so.
    String of(int node, String word) {
        var lines = of(node).stream().filter(line -> line.startsWith(word + " ")).toList();
        assertEquals(1, lines.size(), () -> "lines of node " + node + " that begin with " + word + ": " + this);
        return lines.getFirst().substring(word.length() + 1);
    }

    /// The one sentence on standard error of a command line that could not work.
    String refusal() {
        assertEquals(2, exitCode, this::toString);
        assertEquals(List.of(), out, this::toString);
        assertEquals(1, err.size(), this::toString);
        assertTrue(err.getFirst().startsWith("ditask: "), err::getFirst);
        return err.getFirst();
    }

    @Override
    public String toString() {
        return "exit code " + exitCode + "\n--- out\n" + String.join("\n", out) + "\n--- err\n" + String.join("\n", err) + "\n";
    }
}
