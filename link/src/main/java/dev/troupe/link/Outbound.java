package dev.troupe.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/// The sending half of a session. One lock guards the [Ring], the windows and what is due; nobody holds it while writing to a socket.
///
/// In bursts the writer thread takes everything queued in one write. When the link is idle the sending thread writes by itself, which
/// saves waking the writer; the reader thread writes once at the end of a batch.
@SuppressWarnings({"ReferenceEquality", "WaitNotInLoop"}) // a thread is this very one; the callers of await loop
final class Outbound {
    /// Large messages enter the ring only while less than this waits to be written, so a small one is never far behind.
    private static final int BULK_QUEUE = 128 << 10;
    private static final int CORKED_QUEUE = 16 << 10;
    private static final long IDLE_NANOS = 20_000;
    private static final Wire NOBODY = new Wire(null, null);
    private static final Wire WAKE = new Wire(null, null);

    private final ReentrantLock lock = new ReentrantLock();
    private final Outlet[] outlets = new Outlet[Endpoint.CHANNELS];
    private final Inbound inbound;
    private final Ring ring;
    private final Thread writer;
    private final int window;
    private final int maxMessage;
    private Wire wire;
    private long taken;
    private int backlogs;
    private int nextBulk;
    private boolean parked;
    private long acked;
    private boolean ackDue;
    private int windowsDue;
    private boolean pingDue;
    private boolean closing;
    private boolean goodbyeSent;
    private long writes;
    private long writesAtTick;
    private long messages;
    private long bytes;
    private String over;

    /// @param window,maxMessage what the peer is ready to take
    Outbound(Inbound inbound, int queue, int window, int maxMessage, String name) {
        this.inbound = inbound;
        this.ring = new Ring(queue);
        this.window = window;
        this.maxMessage = maxMessage;
        for (int i = 0; i < outlets.length; i++) {
            outlets[i] = new Outlet(i, lock.newCondition());
        }
        this.writer = Thread.ofPlatform().daemon().name(name).unstarted(this::writeOn);
    }

    void start() {
        writer.start();
    }

    /// Sends a MESSAGE or REQUEST; waits for room.
    void send(byte kind, int channel, long number, byte[] message) throws InterruptedException {
        Outlet outlet = outlet(channel, message);
        long cost = Outlet.cost(message.length);
        Wire mine;
        lock.lock();
        try {
            while (true) {
                checkOpen();
                if (outlet.admits(cost, window)) {
                    if (message.length > Frame.MAX_BODY || !outlet.backlog.isEmpty()) {
                        outlet.use(cost);
                        queueAndAwait(outlet, new Outlet.Outgoing(kind, number, message, -1), cost);
                        return;
                    }
                    if (ring.fits(message.length)) {
                        break;
                    }
                }
                await(outlet);
            }
            outlet.use(cost);
            mine = put(kind, channel, number, message);
        } finally {
            lock.unlock();
        }
        finish(mine);
    }

    /// Like `send`, but false instead of waiting.
    boolean offer(int channel, byte[] message) {
        Outlet outlet = outlet(channel, message);
        long cost = Outlet.cost(message.length);
        Wire mine;
        lock.lock();
        try {
            checkOpen();
            boolean pieces = message.length > Frame.MAX_BODY || !outlet.backlog.isEmpty();
            if (!outlet.admits(cost, window) || (!pieces && !ring.fits(message.length))) {
                outlet.refused = true;
                return false;
            }
            outlet.use(cost);
            if (pieces) {
                queue(outlet, new Outlet.Outgoing(Frame.MESSAGE, 0, message, -1));
                mine = wakeAfter();
            } else {
                mine = put(Frame.MESSAGE, channel, 0, message);
            }
        } finally {
            lock.unlock();
        }
        finish(mine);
        return true;
    }

    /// Sends a REPLY or FAILURE and never waits; what the request used of our window is released once the answer is in the stream.
    void reply(byte kind, int channel, long number, byte[] message, int releases) {
        Outlet outlet = outlets[channel];
        Wire mine;
        boolean queued = false;
        lock.lock();
        try {
            if (over != null || goodbyeSent) {
                return;
            }
            if (message.length > Frame.MAX_BODY || !outlet.backlog.isEmpty() || !ring.fits(message.length)) {
                queue(outlet, new Outlet.Outgoing(kind, number, message, releases));
                mine = wakeAfter();
                queued = true;
            } else {
                mine = put(kind, channel, number, message);
            }
        } finally {
            lock.unlock();
        }
        if (!queued) {
            inbound.release(channel, 1, releases);
        }
        finish(mine);
    }

    private Outlet outlet(int channel, byte[] message) {
        if (message.length > maxMessage) {
            throw new IllegalArgumentException(
                    "a message of " + message.length + " bytes is larger than the " + maxMessage + " the peer accepts; send it in parts");
        }
        return outlets[channel];
    }

    private void checkOpen() {
        if (over != null) {
            throw new LinkLostException(over);
        }
        if (closing) {
            throw new LinkLostException("the link is being closed by this side");
        }
    }

    private void await(Outlet outlet) throws InterruptedException {
        outlet.waiting++;
        try {
            outlet.room.await();
        } finally {
            outlet.waiting--;
        }
    }

    // A message of which a part is in the stream has to be completed: then an interrupt only takes effect later.
    private void queueAndAwait(Outlet outlet, Outlet.Outgoing outgoing, long cost) throws InterruptedException {
        queue(outlet, outgoing);
        wake();
        boolean interrupted = false;
        try {
            while (!outgoing.done) {
                if (over != null) {
                    throw new LinkLostException(over);
                }
                try {
                    await(outlet);
                } catch (InterruptedException e) {
                    if (outgoing.sent == 0 && outlet.backlog.remove(outgoing)) {
                        outlet.unuse(cost);
                        backlogs--;
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

    private void wake() {
        if (parked) {
            parked = false;
            LockSupport.unpark(writer);
        }
    }

    private void queue(Outlet outlet, Outlet.Outgoing outgoing) {
        outlet.backlog.add(outgoing);
        backlogs++;
        messages++;
        bytes += outgoing.message.length;
    }

    private Wire put(byte kind, int channel, long number, byte[] message) {
        boolean idle = ring.end() == taken;
        if (kind == Frame.MESSAGE) {
            ring.put(kind, channel, message, 0, message.length);
        } else {
            ring.put(kind, channel, number, message, 0, message.length);
        }
        messages++;
        bytes += message.length;
        return idle || parked ? tryTake() : NOBODY;
    }

    // Decides who writes: the caller (its wire), the writer thread (WAKE), or somebody who is at it already (NOBODY).
    private Wire tryTake() {
        Wire w = wire;
        if (w == null || w.writing) {
            return NOBODY;
        }
        Thread me = Thread.currentThread();
        if (me == w.reader) {
            return ring.end() - taken < CORKED_QUEUE ? NOBODY : wakeAfter();
        }
        boolean burst = acked == inbound.received() && System.nanoTime() - w.lastWrite < IDLE_NANOS;
        return burst || !writable(me) ? wakeAfter() : take(w);
    }

    // The unparking itself is done after the lock is free, or the writer would wake up only to wait for it.
    private Wire wakeAfter() {
        boolean wake = parked;
        parked = false;
        return wake ? WAKE : NOBODY;
    }

    // A virtual thread would pin or hop, an interrupted one would close the socket, a full socket would block.
    private boolean writable(Thread me) {
        return backlogs == 0 && ring.used() < Wire.SMALL && !me.isVirtual() && !me.isInterrupted();
    }

    /// The reader has handled a batch: what its receivers sent goes out now, and an acknowledgement when it is time.
    void flush(boolean ack) {
        Wire mine;
        lock.lock();
        try {
            ackDue |= ack;
            Wire w = wire;
            if (w == null || w.writing || !due()) {
                return;
            }
            mine = writable(Thread.currentThread()) ? take(w) : wakeAfter();
        } finally {
            lock.unlock();
        }
        finish(mine);
    }

    // Outside the lock.
    private void finish(Wire mine) {
        if (mine == WAKE) {
            LockSupport.unpark(writer);
        } else if (mine != NOBODY) {
            write(mine);
            lock.lock();
            try {
                mine.writing = false;
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
            inbound.failed(w.connection, e);
        }
    }

    // Everything due goes into one write: control frames first, then the stream.
    private Wire take(Wire w) {
        w.writing = true;
        writes++;
        long end = ring.end();
        ByteBuffer control = w.control();
        long received = inbound.received();
        boolean small = end - taken <= Wire.SMALL;
        if (ackDue || (small && received != acked)) {
            control.putInt(9).put(Frame.ACK).putLong(received);
            acked = received;
            ackDue = false;
        }
        if (pingDue) {
            control.putInt(1).put(Frame.PING);
            pingDue = false;
        }
        for (; windowsDue != 0; windowsDue &= windowsDue - 1) {
            int channel = Integer.numberOfTrailingZeros(windowsDue);
            control.putInt(10).put(Frame.WINDOW).put((byte) channel).putLong(inbound.consumed(channel));
        }
        if (closing && end == taken && backlogs == 0) {
            control.putInt(9).put(Frame.GOODBYE).putLong(received);
            goodbyeSent = true;
        }
        w.take(ring, taken, end);
        taken = end;
        return w;
    }

    private boolean due() {
        return !goodbyeSent && (ring.end() > taken || ackDue || pingDue || windowsDue != 0 || (closing && backlogs == 0) || feedable());
    }

    private boolean feedable() {
        return backlogs > 0 && ring.end() - taken < BULK_QUEUE && ring.used() + Frame.MAX_BODY + Frame.CALL_HEADER <= ring.bound() / 4 * 3;
    }

    // The writer thread.
    private void writeOn() {
        while (true) {
            Wire w;
            lock.lock();
            try {
                if (over != null) {
                    return;
                }
                feed();
                w = wire != null && !wire.writing && due() ? take(wire) : null;
                parked = w == null;
            } finally {
                lock.unlock();
            }
            if (w == null) {
                LockSupport.park(this);
            } else {
                write(w);
                lock.lock();
                try {
                    w.writing = false;
                } finally {
                    lock.unlock();
                }
            }
        }
    }

    // One fragment of each channel in turn.
    private void feed() {
        while (feedable()) {
            Outlet outlet = outlets[nextBulk];
            nextBulk = (nextBulk + 1) % outlets.length;
            Outlet.Outgoing next = outlet.backlog.peek();
            if (next == null) {
                continue;
            }
            int length = Math.min(Frame.MAX_BODY, next.message.length - next.sent);
            boolean last = next.sent + length == next.message.length;
            if (!last) {
                ring.put(Frame.PART, outlet.channel, next.message, next.sent, length);
            } else if (next.kind == Frame.MESSAGE) {
                ring.put(next.kind, outlet.channel, next.message, next.sent, length);
            } else {
                ring.put(next.kind, outlet.channel, next.number, next.message, next.sent, length);
            }
            next.sent += length;
            if (last) {
                outlet.backlog.remove();
                backlogs--;
                next.done = true;
                if (next.releases >= 0) {
                    inbound.release(outlet.channel, 1, next.releases);
                }
                outlet.room.signalAll();
            }
        }
    }

    /// The peer has everything before `to`.
    void acknowledged(long to) throws NonsenseException {
        lock.lock();
        try {
            if (to > taken) {
                throw new NonsenseException("it acknowledged byte " + to + " of a stream of which it was sent " + taken);
            }
            if (to <= ring.start()) {
                return;
            }
            ring.free(to);
            if (feedable()) {
                wake();
            }
            for (Outlet outlet : outlets) {
                if (outlet.waiting > 0) {
                    outlet.room.signalAll();
                }
            }
        } finally {
            lock.unlock();
        }
        tellRoom(-1);
    }

    /// The peer has consumed so much of a channel in all.
    void consumed(int channel, long total) throws NonsenseException {
        Outlet outlet = outlets[channel];
        lock.lock();
        try {
            if (!outlet.consumed(total)) {
                throw new NonsenseException("it consumed " + total + " bytes of channel " + channel + ", more than it was sent");
            }
            if (outlet.waiting > 0) {
                outlet.room.signalAll();
            }
        } finally {
            lock.unlock();
        }
        tellRoom(channel);
    }

    void onRoom(int channel, Runnable action) {
        lock.lock();
        try {
            outlets[channel].onRoom = action;
        } finally {
            lock.unlock();
        }
        tellRoom(channel);
    }

    // Calls those whose offer was refused, outside the lock; a refusal stays noted until there is someone to tell.
    private void tellRoom(int only) {
        for (Outlet outlet : outlets) {
            if (only >= 0 && outlet.channel != only) {
                continue;
            }
            Runnable action = null;
            lock.lock();
            try {
                if (outlet.refused && outlet.onRoom != null && (over != null || (outlet.admits(1, window) && ring.fits(Frame.MAX_BODY)))) {
                    outlet.refused = false;
                    action = outlet.onRoom;
                }
            } finally {
                lock.unlock();
            }
            if (action != null) {
                inbound.guarded("onRoom", action);
            }
        }
    }

    void pingDue() {
        lock.lock();
        try {
            pingDue = true;
            wake();
        } finally {
            lock.unlock();
        }
    }

    void windowDue(int channel) {
        lock.lock();
        try {
            windowsDue |= 1 << channel;
            wake();
        } finally {
            lock.unlock();
        }
    }

    /// Nothing was written for a while, so the peer should hear that we live; and memory of a burst is given back.
    void tick() {
        lock.lock();
        try {
            if (writes == writesAtTick && wire != null && !wire.writing) {
                ring.shrink();
            }
            if (writes == writesAtTick || inbound.received() != acked) {
                ackDue = true;
                windowsDue |= inbound.unannounced();
                wake();
            }
            writesAtTick = writes;
        } finally {
            lock.unlock();
        }
    }

    /// Goes on over a connection, from the offset the peer says it has received.
    void attach(Connection connection, Thread reader, long peerReceived) throws NonsenseException {
        lock.lock();
        try {
            if (peerReceived < ring.start() || peerReceived > taken) {
                throw new NonsenseException("it wants to go on at byte " + peerReceived + ", we have " + ring.start() + " to " + taken);
            }
            ring.free(peerReceived);
            taken = peerReceived;
            wire = new Wire(connection, reader);
            goodbyeSent = false;
            ackDue = true;
            windowsDue = inbound.used();
            for (Outlet outlet : outlets) {
                outlet.room.signalAll();
            }
            wake();
        } finally {
            lock.unlock();
        }
        tellRoom(-1);
    }

    void detach() {
        lock.lock();
        try {
            wire = null;
        } finally {
            lock.unlock();
        }
    }

    /// Accepts nothing more; says goodbye once everything is written.
    void close() {
        lock.lock();
        try {
            closing = true;
            for (Outlet outlet : outlets) {
                outlet.room.signalAll();
            }
            wake();
        } finally {
            lock.unlock();
        }
    }

    boolean saidGoodbye() {
        lock.lock();
        try {
            return goodbyeSent;
        } finally {
            lock.unlock();
        }
    }

    /// Whether the peer has acknowledged everything.
    boolean flushed() {
        lock.lock();
        try {
            return backlogs == 0 && ring.used() == 0;
        } finally {
            lock.unlock();
        }
    }

    /// The peer said goodbye: tells it what we got of it, if that is possible without waiting for another writer.
    void answerGoodbye() {
        Wire mine;
        lock.lock();
        try {
            if (wire == null || wire.writing || goodbyeSent) {
                return;
            }
            mine = wire;
            mine.writing = true;
            goodbyeSent = true;
            mine.control().putInt(9).put(Frame.GOODBYE).putLong(inbound.received());
        } finally {
            lock.unlock();
        }
        write(mine);
    }

    /// Ends everything; returns how many messages the peer has not acknowledged.
    long end(String why) {
        long lost;
        lock.lock();
        try {
            lost = ring.messages();
            for (Outlet outlet : outlets) {
                lost += outlet.backlog.size();
                outlet.room.signalAll();
            }
            over = why;
            wire = null;
            parked = false;
            LockSupport.unpark(writer);
        } finally {
            lock.unlock();
        }
        tellRoom(-1);
        return lost;
    }

    LinkStats stats(long messagesIn, long bytesIn, long reconnects) {
        lock.lock();
        try {
            long waiting = 0;
            for (Outlet outlet : outlets) {
                for (Outlet.Outgoing outgoing : outlet.backlog) {
                    waiting += outgoing.message.length - outgoing.sent;
                }
            }
            return new LinkStats(messagesIn, bytesIn, messages, bytes, reconnects, ring.end() - taken + waiting, ring.used() + waiting);
        } finally {
            lock.unlock();
        }
    }
}
