package dev.troupe.link;

import dev.troupe.transport.Connection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// Decides which thread writes to the connection next; only one thread at a time does. On an idle link the sender writes, which avoids waking the
/// writer thread. The reader writes once at the end of a batch what its receivers sent. In bursts the writer thread writes everything that is
/// queued at once.
///
/// Guarded by the lock of its [Outbound], which no thread holds while it writes: a method that decides under the lock returns which thread must
/// act, and the caller passes that to `finish` after releasing the lock.
final class Pen {
    /// No thread must act: one is already writing, or will be.
    static final Wire NOBODY = new Wire(null, null);
    /// The writer thread must be woken, after the lock is released; otherwise it would only wake up to wait for the lock.
    private static final Wire WRITER = new Wire(null, null);
    /// This many bytes may wait for the end of the reader's batch.
    private static final int BATCH = 16 << 10;
    /// Messages that follow each other more closely than this are a burst, unless the peer answered in between. It must not be much shorter: with
    /// many links, a sender that writes to each link itself would be slow enough to continue doing so forever.
    private static final long BURST_NANOS = 200_000;

    /// This many writes without an answer or a longer pause are a stream: the peer does not wait for a single message of it, and in its bursts the
    /// writer waits a little until more has been queued. With many links the wake-ups cost the most.
    private static final int STREAM = 16;
    private static final long STREAM_NANOS = 20_000_000;
    private static final long LINGER_NANOS = 500_000;
    /// This many bytes end the wait for more.
    private static final int ENOUGH = 64 << 10;

    /// How long the reader waits for a write in progress before it ends the connection without answering the peer's goodbye.
    private static final long GOODBYE_NANOS = 1_000_000_000;

    /// The state of the writer thread: writing, waiting within a stream for more messages, or idle.
    private enum Writer {
        WORKS, LINGERS, RESTS
    }

    private final ReentrantLock lock;
    private final Condition idle;
    private final Ring ring;
    private final Backlog backlog;
    private final Notices notices;
    private final Consumer<Connection> failed;
    private final Thread writer;
    private Wire wire;
    private Writer state = Writer.WORKS;
    private boolean over;
    /// The reader waits to say goodbye: no thread begins another write.
    private boolean awaited;
    private long writes;

    /// @param failed is called with a connection to which nothing can be written
    Pen(ReentrantLock lock, Ring ring, Backlog backlog, Notices notices, Consumer<Connection> failed, String name) {
        this.lock = lock;
        this.idle = lock.newCondition();
        this.ring = ring;
        this.backlog = backlog;
        this.notices = notices;
        this.failed = failed;
        this.writer = Thread.ofPlatform().daemon().name(name).unstarted(this::writeOn);
    }

    void start() {
        writer.start();
    }

    /// A message was added to the stream; `first` if no other was waiting.
    Wire added(boolean first) {
        Wire w = wire;
        if (!(first || state != Writer.WORKS) || w == null || w.writing || awaited) {
            return NOBODY;
        }
        Thread me = Thread.currentThread();
        if (state == Writer.LINGERS) {
            return ring.waiting() < ENOUGH ? NOBODY : wakeAfter();
        }
        if (me == w.reader) {
            return ring.waiting() < BATCH ? NOBODY : wakeAfter();
        }
        return closelyAfter(w, BURST_NANOS) || !mayWrite(me) || !w.takesAll(ring) ? wakeAfter() : take(w);
    }

    // The last write is this recent, and the peer has not answered since.
    private boolean closelyAfter(Wire w, long nanos) {
        return notices.acknowledged() && System.nanoTime() - w.lastWrite < nanos;
    }

    /// The writer thread is needed once the lock is released.
    Wire wakeAfter() {
        boolean wake = state != Writer.WORKS;
        state = Writer.WORKS;
        return wake ? WRITER : NOBODY;
    }

    void wake() {
        if (state != Writer.WORKS) {
            state = Writer.WORKS;
            LockSupport.unpark(writer);
        }
    }

    // A virtual thread would pin its carrier, an interrupted thread would close the socket, and large writes are not for callers.
    private boolean mayWrite(Thread me) {
        return backlog.isEmpty() && ring.used() < Wire.SMALL && !me.isVirtual() && !me.isInterrupted();
    }

    private boolean due() {
        return !notices.goodbyeSaid()
                && (ring.waiting() > 0 || notices.due() || backlog.feedable() || (notices.closing() && backlog.isEmpty()));
    }

    // One write contains everything that is due: control frames first, then the stream.
    private Wire take(Wire w) {
        w.writing = true;
        w.streak = closelyAfter(w, STREAM_NANOS) ? w.streak + 1 : 0;
        writes++;
        ByteBuffer control = w.control();
        notices.write(control, ring.waiting() <= Wire.SMALL);
        if (notices.closing() && ring.waiting() == 0 && backlog.isEmpty()) {
            notices.sayGoodbye(control);
        }
        w.take(ring);
        return w;
    }

    /// The reader has handled a batch: writes what its receivers sent. It writes control frames regardless of the bytes in flight: no caller waits
    /// for the reader, and they are too few to block both readers in writing to each other.
    Wire afterBatch() {
        Wire w = wire;
        if (w == null || w.writing || !due()) {
            return NOBODY;
        }
        boolean controlOnly = ring.waiting() == 0;
        return mayWrite(Thread.currentThread()) && (controlOnly || w.takesAll(ring)) ? take(w) : wakeAfter();
    }

    /// The peer has acknowledged the stream up to there.
    void acknowledged(long to) {
        if (wire != null) {
            wire.inFlight.acknowledged(to);
        }
    }

    /// Says goodbye after a write in progress, which ends soon because a closing peer reads until it receives our goodbye.
    Wire goodbye() {
        awaitIdle(GOODBYE_NANOS);
        if (wire == null || wire.writing || notices.goodbyeSaid()) {
            return NOBODY;
        }
        wire.writing = true;
        notices.sayGoodbye(wire.control());
        return wire;
    }

    private void awaitIdle(long nanos) {
        awaited = true;
        try {
            for (long left = nanos; wire != null && wire.writing && left > 0;) {
                left = idle.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            awaited = false;
        }
    }

    /// Outside the lock: does what was decided.
    void finish(Wire mine) {
        if (mine == WRITER) {
            LockSupport.unpark(writer);
        } else if (mine != NOBODY) {
            write(mine);
            lock.lock();
            try {
                letGo(mine);
                if (mine == wire && due()) {
                    wake();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private void write(Wire w) {
        try {
            w.write();
            w.lastWrite = System.nanoTime();
        } catch (IOException e) {
            w.broken = true;
            failed.accept(w.connection);
        }
    }

    // Code of the writer thread.
    private void writeOn() {
        boolean lingered = false;
        while (true) {
            Writer now;
            Wire w;
            lock.lock();
            try {
                if (over) {
                    return;
                }
                backlog.feed();
                w = wire != null && !wire.writing && !awaited && due() ? wire : null;
                now = w == null ? Writer.RESTS : !lingered && moreMayCome(w) ? Writer.LINGERS : Writer.WORKS;
                if (now == Writer.WORKS) {
                    take(w);
                }
                state = now;
            } finally {
                lock.unlock();
            }
            lingered = now == Writer.LINGERS;
            switch (now) {
                case RESTS -> LockSupport.park(this);
                case LINGERS -> LockSupport.parkNanos(this, LINGER_NANOS);
                case WORKS -> writeAndLetGo(w);
            }
        }
    }

    private boolean moreMayCome(Wire w) {
        return w.streak >= STREAM && closelyAfter(w, BURST_NANOS) && ring.waiting() < Wire.SMALL && backlog.isEmpty()
                && !notices.due() && !notices.closing();
    }

    private void writeAndLetGo(Wire w) {
        write(w);
        lock.lock();
        try {
            letGo(w);
        } finally {
            lock.unlock();
        }
    }

    private void letGo(Wire w) {
        w.writing = false;
        if (w.broken && wire == w) {
            wire = null;
        }
        if (awaited) {
            idle.signalAll();
        }
    }

    /// The number of writes so far.
    long writes() {
        return writes;
    }

    /// Whether there is a connection and no thread writes to it.
    boolean rests() {
        return wire != null && !wire.writing;
    }

    void attach(Wire to) {
        wire = to;
        wake();
    }

    void detach() {
        wire = null;
    }

    void end() {
        over = true;
        wire = null;
        state = Writer.WORKS;
        LockSupport.unpark(writer);
    }
}
