package dev.troupe.link;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;

/// The sending end of one channel: how much of the peer's window is used, and what waits to be cut into fragments. Guarded by the lock
/// of its [Outbound].
final class Outlet {
    /// What a message costs of the window besides its bytes, so that tiny messages are bounded too.
    static final int OVERHEAD = 32;

    /// A message that goes piece by piece: too large for one frame, or behind such a one.
    static final class Outgoing {
        final byte kind;
        final long number;
        final byte[] message;
        /// Bytes of the request that this answers and that are released once it is sent; -1 for none.
        final int releases;
        int sent;
        boolean done;

        Outgoing(byte kind, long number, byte[] message, int releases) {
            this.kind = kind;
            this.number = number;
            this.message = message;
            this.releases = releases;
        }
    }

    final int channel;
    final Condition room;
    final ArrayDeque<Outgoing> backlog = new ArrayDeque<>();
    int waiting;
    boolean refused;
    Runnable onRoom;
    private long sent;
    private long consumed;

    Outlet(int channel, Condition room) {
        this.channel = channel;
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

    boolean admits(long cost, int window) {
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
