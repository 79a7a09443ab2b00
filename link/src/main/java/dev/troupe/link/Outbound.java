package dev.troupe.link;

import dev.troupe.transport.Connection;
import dev.troupe.transport.NonsenseException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// The sending half of a session. One lock guards its parts: the entry of messages ([Intake]), the stream ([Ring]), the messages that wait to enter
/// it ([Backlog]), the channels' windows ([Outlets]), other frames that are due ([Notices]), and the choice of the writing thread ([Pen]).
final class Outbound {
    private final ReentrantLock lock = new BriefLock();
    private final Inlets inlets;
    private final Ring ring;
    private final Outlets outlets;
    private final Backlog backlog;
    private final Notices notices;
    private final Pen pen;
    private final Intake intake;
    private long writesAtTick;

    /// @param inlets the received bytes, which are reported to the peer
    /// @param failed is called with a connection to which nothing can be written
    /// @param guard calls the code of the link's user
    /// @param window,maxMessage the limits that the peer accepts
    Outbound(Inlets inlets, Consumer<Connection> failed, Consumer<Runnable> guard, int queue, int window, int maxMessage, String name) {
        this.inlets = inlets;
        this.ring = new Ring(queue);
        this.outlets = new Outlets(lock, ring, guard, window);
        this.backlog = new Backlog(ring, outlets);
        this.notices = new Notices(inlets);
        this.pen = new Pen(lock, ring, backlog, notices, failed, name);
        this.intake = new Intake(lock, ring, outlets, backlog, notices, pen, maxMessage);
    }

    void start() {
        pen.start();
    }

    /// The entry of messages.
    Intake intake() {
        return intake;
    }

    /// The reader has handled a batch.
    void flush(boolean ack) {
        Wire mine;
        lock.lock();
        try {
            if (ack) {
                notices.ackDue();
            }
            mine = pen.afterBatch();
        } finally {
            lock.unlock();
        }
        pen.finish(mine);
    }

    /// The peer has acknowledged everything before `to`.
    void acknowledged(long to) throws NonsenseException {
        lock.lock();
        try {
            if (to > ring.taken()) {
                throw new NonsenseException("it acknowledged byte " + to + ", but was sent only " + ring.taken());
            }
            if (to <= ring.start()) {
                return;
            }
            ring.free(to);
            pen.acknowledged(to);
            if (backlog.feedable()) {
                pen.wake();
            }
            outlets.signalAll();
        } finally {
            lock.unlock();
        }
        outlets.tellRoom();
    }

    /// The peer has consumed this many bytes of a channel in total.
    void consumed(int channel, long total) throws NonsenseException {
        Outlet outlet = outlets.at(channel);
        lock.lock();
        try {
            if (!outlet.consumed(total)) {
                throw new NonsenseException("it consumed " + total + " bytes of channel " + channel + ", more than it was sent");
            }
            outlets.signal(outlet);
        } finally {
            lock.unlock();
        }
        outlets.tellRoom();
    }

    void onRoom(int channel, Runnable action) {
        lock.lock();
        try {
            outlets.at(channel).onRoom = action;
        } finally {
            lock.unlock();
        }
        outlets.tellRoom();
    }

    void pingDue() {
        lock.lock();
        try {
            notices.pingDue();
            pen.wake();
        } finally {
            lock.unlock();
        }
    }

    void windowDue(int channel) {
        lock.lock();
        try {
            notices.windowsDue(1 << channel);
            pen.wake();
        } finally {
            lock.unlock();
        }
    }

    /// Nothing was written for a while: sends a heartbeat and frees the memory of bursts.
    void tick() {
        lock.lock();
        try {
            boolean quiet = pen.writes() == writesAtTick;
            if (quiet && pen.rests()) {
                ring.shrink();
            }
            if (quiet || !notices.acknowledged()) {
                notices.ackDue();
                notices.windowsDue(inlets.unannounced());
                pen.wake();
            }
            writesAtTick = pen.writes();
        } finally {
            lock.unlock();
        }
    }

    /// Continues over a connection, from the offset that the peer has received.
    void attach(Connection connection, Thread reader, long peerReceived) throws NonsenseException {
        lock.lock();
        try {
            if (peerReceived < ring.start() || peerReceived > ring.taken()) {
                throw new NonsenseException(
                        "it wants to resume at byte " + peerReceived + ", but this side has bytes " + ring.start() + " to " + ring.taken());
            }
            ring.rewind(peerReceived);
            notices.startOver();
            pen.attach(new Wire(connection, reader));
            outlets.signalAll();
        } finally {
            lock.unlock();
        }
        outlets.tellRoom();
    }

    void detach() {
        lock.lock();
        try {
            pen.detach();
        } finally {
            lock.unlock();
        }
    }

    /// Accepts nothing more; says goodbye when everything is written.
    void close() {
        lock.lock();
        try {
            notices.close();
            outlets.signalAll();
            pen.wake();
        } finally {
            lock.unlock();
        }
    }

    /// Whether the peer has acknowledged everything.
    boolean flushed() {
        lock.lock();
        try {
            return backlog.isEmpty() && ring.used() == 0;
        } finally {
            lock.unlock();
        }
    }

    /// The offset up to which the peer has acknowledged the stream.
    long acknowledged() {
        lock.lock();
        try {
            return ring.start();
        } finally {
            lock.unlock();
        }
    }

    /// The number of messages that the peer has not acknowledged.
    long undelivered() {
        lock.lock();
        try {
            return ring.messages() + backlog.size();
        } finally {
            lock.unlock();
        }
    }

    /// The peer said goodbye: tells it what this side has received.
    void answerGoodbye() {
        Wire mine;
        lock.lock();
        try {
            mine = pen.goodbye();
        } finally {
            lock.unlock();
        }
        pen.finish(mine);
    }

    /// Ends everything; returns the number of messages that the peer has not acknowledged, including those that were never sent because there was
    /// no room.
    long end(String why) {
        long lost;
        lock.lock();
        try {
            intake.end(why);
            lost = ring.messages() + backlog.size() + intake.waiting();
            outlets.end();
            pen.end();
        } finally {
            lock.unlock();
        }
        outlets.tellRoom();
        return lost;
    }

    /// The bytes of memory kept for unacknowledged messages.
    int memory() {
        lock.lock();
        try {
            return ring.capacity();
        } finally {
            lock.unlock();
        }
    }

    LinkStats stats(long messagesIn, long bytesIn, long reconnects) {
        lock.lock();
        try {
            long waiting = backlog.bytes();
            return new LinkStats(messagesIn, bytesIn, intake.messages(), intake.bytes(), reconnects, ring.waiting() + waiting,
                    ring.used() + waiting);
        } finally {
            lock.unlock();
        }
    }
}
