package dev.troupe.link;

import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/// Accepts messages: straight into the stream, or in pieces through the [Backlog]. If there is no room, the sender waits or its message is
/// rejected. Takes the lock of its [Outbound].
final class Intake {
    private final ReentrantLock lock;
    private final Ring ring;
    private final Outlets outlets;
    private final Backlog backlog;
    private final Notices notices;
    private final Pen pen;
    private final int maxMessage;
    private long messages;
    private long bytes;
    /// Messages whose senders wait for room.
    private int waiting;
    private String over;

    Intake(ReentrantLock lock, Ring ring, Outlets outlets, Backlog backlog, Notices notices, Pen pen, int maxMessage) {
        this.lock = lock;
        this.ring = ring;
        this.outlets = outlets;
        this.backlog = backlog;
        this.notices = notices;
        this.pen = pen;
        this.maxMessage = maxMessage;
    }

    /// Sends a message; waits for room.
    void send(int channel, byte[] array, int offset, int length) throws InterruptedException {
        Outlet outlet = outlet(channel, length);
        long cost = Outlet.cost(length);
        Wire mine;
        lock.lock();
        try {
            while (true) {
                checkOpen();
                if (outlet.admits(cost)) {
                    if (inPieces(outlet, length)) {
                        outlet.use(cost);
                        queueAndAwait(outlet, new Outgoing(array, offset, length), cost);
                        return;
                    }
                    if (ring.fits(length)) {
                        break;
                    }
                }
                waiting++;
                try {
                    outlets.await(outlet);
                } finally {
                    waiting--;
                }
            }
            outlet.use(cost);
            mine = put(channel, array, offset, length);
        } finally {
            lock.unlock();
        }
        pen.finish(mine);
    }

    /// Like `send`, but returns false instead of waiting. A message larger than one frame is not copied.
    boolean offer(int channel, byte[] array, int offset, int length) {
        Outlet outlet = outlet(channel, length);
        long cost = Outlet.cost(length);
        Wire mine;
        lock.lock();
        try {
            checkOpen();
            boolean pieces = inPieces(outlet, length);
            if (!outlet.admits(cost) || (!pieces && !ring.fits(length))) {
                outlets.refuse(outlet);
                return false;
            }
            outlet.use(cost);
            if (!pieces) {
                mine = put(channel, array, offset, length);
            } else if (length > Frame.MAX_BODY) {
                mine = queue(outlet, new Outgoing(array, offset, length));
            } else {
                byte[] copy = Arrays.copyOfRange(array, offset, offset + length);
                mine = queue(outlet, new Outgoing(copy, 0, length));
            }
        } finally {
            lock.unlock();
        }
        pen.finish(mine);
        return true;
    }

    private Outlet outlet(int channel, int length) {
        if (length > maxMessage) {
            throw new IllegalArgumentException(
                    "a message of " + length + " bytes is larger than the limit of the peer, " + maxMessage + " bytes; send it in parts");
        }
        return outlets.at(channel);
    }

    private void checkOpen() {
        if (over != null) {
            throw new LinkLostException(over);
        }
        if (notices.closing()) {
            throw new LinkLostException("this side is closing the link");
        }
    }

    private static boolean inPieces(Outlet outlet, int length) {
        return length > Frame.MAX_BODY || !outlet.backlog.isEmpty();
    }

    private Wire put(int channel, byte[] array, int offset, int length) {
        boolean first = ring.waiting() == 0;
        ring.put(Frame.MESSAGE, channel, array, offset, length);
        messages++;
        bytes += length;
        return pen.added(first);
    }

    private Wire queue(Outlet outlet, Outgoing outgoing) {
        enqueue(outlet, outgoing);
        return pen.wakeAfter();
    }

    private void enqueue(Outlet outlet, Outgoing outgoing) {
        messages++;
        bytes += outgoing.left();
        backlog.add(outlet, outgoing);
    }

    // A message that is partly in the stream must be completed, so an interrupt takes effect only afterwards.
    private void queueAndAwait(Outlet outlet, Outgoing outgoing, long cost) throws InterruptedException {
        enqueue(outlet, outgoing);
        pen.wake();
        boolean interrupted = false;
        try {
            while (!outgoing.done()) {
                if (over != null) {
                    throw new LinkLostException(over);
                }
                try {
                    outlets.await(outlet);
                } catch (InterruptedException e) {
                    if (backlog.withdraw(outlet, outgoing)) {
                        outlet.unuse(cost);
                        throw e;
                    }
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Under the lock: no more messages are accepted.
    void end(String why) {
        over = why;
    }

    /// Under the lock: the messages whose senders wait for room and will now fail.
    int waiting() {
        return waiting;
    }

    /// Under the lock: the number of messages accepted so far.
    long messages() {
        return messages;
    }

    /// Under the lock: the bytes of those messages.
    long bytes() {
        return bytes;
    }
}
