package dev.troupe.link;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Moves one session through its states, following the table of [SessionChange]. Thread-safe. A change that is not in the table is rejected, so
/// that of several threads that try to end a session exactly one succeeds.
final class SessionCourse {
    private final long grace;
    private final LongSupplier clock;
    private final Consumer<SessionChange> observer;
    private volatile SessionState state = SessionState.NEW;
    private long brokenAt;

    /// @param clock nanoseconds like [System#nanoTime()]
    /// @param observer is notified of every change
    SessionCourse(Duration grace, LongSupplier clock, Consumer<SessionChange> observer) {
        this.grace = grace.toNanos();
        this.clock = clock;
        this.observer = observer;
    }

    SessionState state() {
        return state;
    }

    boolean over() {
        return state == SessionState.OVER;
    }

    /// Whether the change happened.
    synchronized boolean take(SessionChange change) {
        if (!change.from().contains(state) || (change == SessionChange.GRACE_PASSED && !gracePassed())) {
            return false;
        }
        if (change == SessionChange.BROKEN) {
            brokenAt = clock.getAsLong();
        }
        state = change.to();
        observer.accept(change);
        return true;
    }

    private boolean gracePassed() {
        return clock.getAsLong() - brokenAt > grace;
    }
}
