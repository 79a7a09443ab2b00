package dev.troupe.task;

/// What happens if a listener throws an exception.
public enum ErrorPolicy {
    /// Fails the task at once: the step loop stops, and the cause names the event and the listener. The default.
    FAIL,

    /// Logs the exception and continues.
    LOG
}
