package dev.troupe.node;

import dev.troupe.process.ExitCode;
import java.util.List;
import java.util.Set;

/// Describes why a worker's JVM ended.
final class Ending {
    private static final int OUT_OF_MEMORY = 3;
    private static final String LAST_WORDS = "Terminating due to java.lang.OutOfMemoryError";
    /// Signals after which a JVM still runs its hooks, as after `System.exit`.
    private static final Set<Integer> HANDLED = Set.of(128 + 1, 128 + 2, 128 + 15);

    private Ending() {}

    static String inWords(int exitCode, boolean leaving, List<String> tail) {
        if (exitCode == OUT_OF_MEMORY && !leaving) {
            for (String line : tail) {
                if (line.startsWith(LAST_WORDS)) {
                    return "ran out of memory (" + line.substring(LAST_WORDS.length()).replaceFirst("^: ", "")
                            + "): increase its heap with the JVM option -Xmx";
                }
            }
        }
        if (leaving && !HANDLED.contains(exitCode)) {
            return exitCode == 0 ? "ended by itself or called System.exit(0)" : "called System.exit(" + exitCode + ")";
        }
        return ExitCode.inWords(exitCode);
    }
}
