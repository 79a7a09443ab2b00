package dev.troupe.link;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Takes one session through its states, by the table of [SessionChange]. May be asked by any thread; a change that the table does not have
/// is refused, so of those who compete to end a session one succeeds.
final class SessionCourse {
    private final long grace;
    private final LongSupplier clock;
    private final Consumer<SessionChange> observer;
    private volatile SessionState state = SessionState.NEW;
    private long brokenAt;

    /// @param clock nanoseconds, as [System#nanoTime()] counts them
    /// @param observer told of every change
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
