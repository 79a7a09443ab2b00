package dev.troupe.task;

import java.util.Map;
import java.util.Set;

/// The end of a process in words.
final class HowItEnded {
    private static final int SIGNALS = 128;
    private static final Map<Integer, String> NAMES = Map.of(1, "SIGHUP", 2, "SIGINT", 3, "SIGQUIT", 6, "SIGABRT", 9, "SIGKILL", 11,
            "SIGSEGV", 13,
            "SIGPIPE", 15, "SIGTERM");
    private static final Set<Integer> ASKING = Set.of(1, 2, 15);

    private HowItEnded() {}

    /// Whether it ended as a terminal, a service manager or a user asks all processes of a job to end.
    static boolean wasAskedTo(int exitCode) {
        return ASKING.contains(exitCode - SIGNALS);
    }

    static String of(int exitCode) {
        String name = NAMES.get(exitCode - SIGNALS);
        return name == null ? "exited with code " + exitCode : "was killed by signal " + (exitCode - SIGNALS) + " (" + name + ")";
    }
}
