package dev.troupe.ssh;

import java.util.List;
import java.util.stream.Stream;

/// How a command on a host ended.
///
/// @param exitCode 128 and more after a signal, as shells count
/// @param out the end of its standard output
/// @param err the end of its standard error
record Outcome(int exitCode, String out, String err) {
    private static final int MOST_LINES = 20;

    boolean succeeded() {
        return exitCode == 0;
    }

    /// What the host itself says about a failure: the end of its errors, or of its output if it printed no errors.
    List<String> words() {
        List<String> lines = lines(err).isEmpty() ? lines(out) : lines(err);
        return lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size());
    }

    /// The lines of its standard output that are not blank.
    Stream<String> printed() {
        return lines(out).stream();
    }

    /// A host may print anything; nothing of it commands the terminal.
    private static List<String> lines(String text) {
        return text.lines().map(line -> line.replace('\t', ' ').replaceAll("\\p{Cntrl}|[\\x80-\\x9f]", "").stripTrailing())
                .filter(line -> !line.isBlank()).toList();
    }
}
