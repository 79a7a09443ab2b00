package dev.troupe.link;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;

/// The sending end of one channel: how much of the peer's window is used, and what waits to be cut into fragments. Guarded by the lock
/// of its [Outbound].
final class Outlet {
    /// What a message costs of the window besides its bytes, so that tiny messages are bounded too.
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

    /// Whether a window has room. A message larger than three quarters of it counts as that much, so that it can go at all: the
    /// receiver may keep a quarter unannounced.
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

    /// The peer says how much it has consumed in all; false if that cannot be.
    boolean consumed(long total) {
        if (total > sent) {
            return false;
        }
        consumed = Math.max(consumed, total);
        return true;
    }
}
