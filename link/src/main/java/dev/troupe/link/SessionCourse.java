package dev.troupe.link;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.LongSupplier;

/// Takes one session through its states, by the table of [SessionChange]. May be asked by any thread; a change that the table does not have
/// is refused, so of those who compete to end a session one succeeds.
final class SessionCourse {
    private static final Logger LOG = System.getLogger("dev.troupe.link");

    private final String session;
    private final long grace;
    private final LongSupplier clock;
    private volatile SessionState state = SessionState.NEW;
    private long brokenAt;

    /// @param session for log lines
    /// @param clock nanoseconds, as [System#nanoTime()] counts them
    SessionCourse(String session, Duration grace, LongSupplier clock) {
        this.session = session;
        this.grace = grace.toNanos();
        this.clock = clock;
    }

    SessionState state() {
        return state;
    }

    boolean over() {
        return state == SessionState.OVER;
    }

    /// Whether the change happened.
    synchronized boolean take(SessionChange change) {
        SessionState before = state;
        if (!change.from().contains(before) || (change == SessionChange.GRACE_PASSED && !gracePassed())) {
            return false;
        }
        if (change == SessionChange.BROKEN) {
            brokenAt = clock.getAsLong();
        }
        state = change.to();
        LOG.log(Level.DEBUG, "{0}: {1}, from {2} to {3}", session, change, before, state);
        return true;
    }

    private boolean gracePassed() {
        return clock.getAsLong() - brokenAt > grace;
    }
}
