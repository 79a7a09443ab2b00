package dev.troupe.runtime.behaviour;

/// Where the tasks and actors of a test run.
enum Mode {
    /// In this JVM: what a program gets that sets nothing.
    EMBEDDED(""),
    /// In this JVM, and the program is told so.
    LOCAL("LOCAL"),
    /// In worker processes on this machine.
    CLUSTER("CLUSTER"),
    /// In worker processes that other tests use as well, which saves starting them: see `SharedClusterTest`.
    SHARED_CLUSTER("CLUSTER");

    private final String runMode;

    Mode(String runMode) {
        this.runMode = runMode;
    }

    void set() {
        if (!runMode.isEmpty()) System.setProperty("ray.run-mode", runMode);
    }
}
