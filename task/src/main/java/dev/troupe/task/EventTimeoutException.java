package dev.troupe.task;

import dev.troupe.text.Durations;
import java.time.Duration;

/// An event did not arrive in time.
public final class EventTimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EventTimeoutException(String message) {
        super(message);
    }

    static EventTimeoutException of(String event, Duration timeout) {
        return new EventTimeoutException("event '" + event + "' did not arrive within " + Durations.text(timeout));
    }
}
