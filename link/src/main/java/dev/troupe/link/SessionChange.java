package dev.troupe.link;

import static dev.troupe.link.SessionState.CUT;
import static dev.troupe.link.SessionState.LINKED;
import static dev.troupe.link.SessionState.NEW;
import static dev.troupe.link.SessionState.OPENING;
import static dev.troupe.link.SessionState.OVER;

import java.util.Set;

/// The table of a session's state changes: to, when, from. There are no others. In particular, the way a connection ended does not show whether the
/// peer lives, so every end of a connection leads to the same grace period.
@SuppressWarnings("ImmutableEnumChecker") // Set.of cannot change
enum SessionChange {
    CLAIMED(OPENING, "a connection is claimed for it", NEW, CUT),
    CARRIED(LINKED, "the handshake is complete", OPENING),
    BROKEN(CUT, "the connection ended, for any reason", OPENING, LINKED),
    SAID_GOODBYE(OVER, "the peer said goodbye", LINKED),
    CLOSED(OVER, "this side closed the link", NEW, OPENING, LINKED, CUT),
    PROCESS_ENDED(OVER, "the launcher of the peer reports that its process has ended", NEW, OPENING, LINKED, CUT),
    REPLACED(OVER, "another process or another session replaced it", NEW, OPENING, LINKED, CUT),
    GIVEN_UP(OVER, "the peer no longer knows it", NEW, OPENING, LINKED, CUT),
    GRACE_PASSED(OVER, "the peer did not reconnect in time", CUT);

    private final SessionState to;
    private final String when;
    private final Set<SessionState> from;

    SessionChange(SessionState to, String when, SessionState... from) {
        this.to = to;
        this.when = when;
        this.from = Set.of(from);
    }

    SessionState to() {
        return to;
    }

    String when() {
        return when;
    }

    Set<SessionState> from() {
        return from;
    }

    static SessionChange of(Ending ending) {
        return switch (ending) {
            case GOODBYE -> SAID_GOODBYE;
            case CLOSED -> CLOSED;
            case PROCESS_ENDED -> PROCESS_ENDED;
            case REPLACED -> REPLACED;
            case GIVEN_UP -> GIVEN_UP;
            case OUT_OF_REACH -> GRACE_PASSED;
        };
    }
}
