package dev.troupe.task;

/// What happens when a listener throws or an event does not fit its listener.
public enum ErrorPolicy {
    /// The task fails at once: the step loop stops, and `run`, `waitFor` and `emit` throw. The default.
    FAIL,

    /// The failure is logged and the task goes on.
    LOG
}
