package dev.troupe.task;

/// What a listener's exception does.
public enum ErrorPolicy {
    /// Fails the task at once: the step loop stops, and the cause names the event and the listener. The default.
    FAIL,

    /// Logs the exception and goes on.
    LOG
}
