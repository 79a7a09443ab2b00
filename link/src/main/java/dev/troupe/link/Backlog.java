package dev.troupe.link;

/// Messages that enter the stream in pieces, one fragment of each channel in turn, and only while few bytes wait to be written. A small message of
/// another channel therefore never waits long. Guarded by the lock of its [Outbound].
final class Backlog {
    /// Fragments enter the ring while less than this waits to be written.
    private static final int MOST_WAITING = 128 << 10;

    private final Ring ring;
    private final Outlets outlets;
    private int count;
    private int turn;

    Backlog(Ring ring, Outlets outlets) {
        this.ring = ring;
        this.outlets = outlets;
    }

    boolean isEmpty() {
        return count == 0;
    }

    void add(Outlet outlet, Outgoing message) {
        outlet.backlog.add(message);
        count++;
    }

    /// Removes a message; returns false once a part of it is in the stream, because it must be completed then.
    boolean withdraw(Outlet outlet, Outgoing message) {
        if (message.begun() || !outlet.backlog.remove(message)) {
            return false;
        }
        count--;
        return true;
    }

    /// Whether the next fragment may enter. A quarter of the ring stays free for small messages.
    boolean feedable() {
        return count > 0 && ring.waiting() < MOST_WAITING && ring.used() + Frame.MAX_BODY + Frame.MESSAGE_HEADER <= ring.bound() / 4 * 3;
    }

    void feed() {
        while (feedable()) {
            Outlet outlet = outlets.at(turn);
            turn = (turn + 1) % Frame.CHANNELS;
            Outgoing next = outlet.backlog.peek();
            if (next != null) {
                next.feed(ring, outlet.channel);
                if (next.done()) {
                    finish(outlet);
                }
            }
        }
    }

    private void finish(Outlet outlet) {
        outlet.backlog.remove();
        count--;
        outlet.room.signalAll();
    }

    /// The number of waiting messages.
    int size() {
        return count;
    }

    /// The number of their bytes that are not in the stream yet.
    long bytes() {
        long bytes = 0;
        for (int i = 0; i < Frame.CHANNELS; i++) {
            for (Outgoing outgoing : outlets.at(i).backlog) {
                bytes += outgoing.left();
            }
        }
        return bytes;
    }
}
