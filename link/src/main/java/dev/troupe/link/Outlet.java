package dev.troupe.link;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;

/// The sending end of one channel: how much of the peer's window is used, and which messages wait to be split into fragments. Guarded by the lock
/// of its [Outbound].
final class Outlet {
    /// The cost of a message in the window besides its bytes, so that the number of tiny messages is bounded, too.
    static final int OVERHEAD = 32;

    final int channel;
    final Condition room;
    final ArrayDeque<Outgoing> backlog = new ArrayDeque<>();
    int waiting;
    Runnable onRoom;
    private final int window;
    private long sent;
    private long consumed;

    Outlet(int channel, int window, Condition room) {
        this.channel = channel;
        this.window = window;
        this.room = room;
    }

    static long cost(int bytes) {
        return (long) bytes + OVERHEAD;
    }

    /// Whether a window has room. A message larger than three quarters of it counts as three quarters, so that it can be sent at all: the receiver
    /// may leave a quarter unannounced.
    static boolean admits(long outstanding, long cost, int window) {
        return outstanding + Math.min(cost, window - window / 4L) <= window;
    }

    boolean admits(long cost) {
        return admits(sent - consumed, cost, window);
    }

    void use(long cost) {
        sent += cost;
    }

    void unuse(long cost) {
        sent -= cost;
    }

    /// The peer reports the total it has consumed; returns false if that is impossible.
    boolean consumed(long total) {
        if (total > sent) {
            return false;
        }
        consumed = Math.max(consumed, total);
        return true;
    }
}
