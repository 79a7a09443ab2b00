package dev.troupe.process;

import java.util.Map;
import java.util.Set;

/// The meaning of a process's exit code: 128 + n means that signal n ended the process.
public final class ExitCode {
    private static final int SIGNALS = 128;
    private static final Map<Integer, String> NAMES = Map.of(1, "SIGHUP", 2, "SIGINT", 3, "SIGQUIT", 6, "SIGABRT", 9, "SIGKILL", 11,
            "SIGSEGV", 13,
            "SIGPIPE", 15, "SIGTERM");
    private static final Set<Integer> ASKING = Set.of(1, 2, 15);

    private ExitCode() {}

    /// Whether the process was ended by a signal that a terminal, a service manager or a user sends to all processes of a job.
    public static boolean wasAskedTo(int exitCode) {
        return ASKING.contains(exitCode - SIGNALS);
    }

    /// E.g. `exited with code 3` or `was killed by signal 9 (SIGKILL)`.
    public static String inWords(int exitCode) {
        String name = NAMES.get(exitCode - SIGNALS);
        return name == null ? "exited with code " + exitCode : "was killed by signal " + (exitCode - SIGNALS) + " (" + name + ")";
    }
}
