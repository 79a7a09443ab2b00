package dev.troupe.task;

import java.util.Map;

/// The end of a process in words.
final class HowItEnded {
    private static final int SIGNALS = 128;
    private static final Map<Integer, String> NAMES = Map.of(1, "SIGHUP", 2, "SIGINT", 3, "SIGQUIT", 6, "SIGABRT", 9, "SIGKILL", 11,
            "SIGSEGV", 13,
            "SIGPIPE", 15, "SIGTERM");

    private HowItEnded() {}

    static String of(int exitCode) {
        String name = NAMES.get(exitCode - SIGNALS);
        return name == null ? "exited with code " + exitCode : "was killed by signal " + (exitCode - SIGNALS) + " (" + name + ")";
    }
}
