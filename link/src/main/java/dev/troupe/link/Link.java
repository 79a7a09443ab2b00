package dev.troupe.link;

import dev.troupe.transport.Connection;
import dev.troupe.transport.Identity;
import dev.troupe.transport.NonsenseException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A session with one living peer process. It survives its connections: after a cut it continues where it stopped, and no message between two
/// living processes is lost, duplicated or reordered.
///
/// ```java
/// link.send(1, "hello".getBytes(UTF_8));
/// ```
public final class Link {
    /// How long data from the peer may still be read after a write to it failed.
    private static final long LAST_WORDS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Sessions sessions;
    private final Callbacks callbacks;
    private final Identity peer;
    private final long session;
    private final Inbound inbound;
    private final Outbound outbound;
    private final SessionCourse course;
    private final CountDownLatch ended = new CountDownLatch(1);
    // Guarded by the inbound lock, read without it.
    private volatile Connection current;
    private volatile boolean dialled;
    private volatile String remote = "";
    private boolean started;
    private boolean announced;
    private volatile boolean finished;
    private long reconnects;
    private volatile String why;
    private volatile boolean closing;
    private volatile Loss loss;
    /// The last connection to which a write failed, and when.
    private volatile Failed failed = new Failed(null, 0);

    private record Failed(Connection connection, long at) {}

    Link(Sessions sessions, Identity peer, long session, int window, int maxMessage) {
        LinkOptions options = sessions.options();
        Inlets inlets = new Inlets(options.window(), options.maxMessage());
        this.sessions = sessions;
        this.callbacks = sessions.callbacks();
        this.peer = peer;
        this.session = session;
        this.course = sessions.course();
        this.outbound = new Outbound(inlets, this::failed, action -> sessions.callbacks().room(this, action), options.queue(), window,
                maxMessage, sessions.threadName("writer to " + peer.nodeId()));
        this.inbound = new Inbound(this, inlets, outbound, callbacks, sessions.clock());
    }

    /// The process at the other end.
    public Identity peer() {
        return peer;
    }

    /// The peer's address at the last connection, for messages.
    public String remote() {
        return remote;
    }

    /// Whether a connection carries the session right now.
    public boolean connected() {
        return current != null;
    }

    /// Sends in order; blocks while the channel's window or the queue is used up. The array may be reused afterwards.
    ///
    /// @throws LinkLostException if the session has ended
    public void send(int channel, byte[] message) throws InterruptedException {
        send(channel, message, 0, message.length);
    }

    /// Sends a piece of an array as one message. The array may be reused afterwards.
    ///
    /// @throws LinkLostException if the session has ended
    public void send(int channel, byte[] array, int offset, int length) throws InterruptedException {
        Objects.checkFromIndexSize(offset, length, array.length);
        outbound.intake().send(Frame.checked(channel), array, offset, length);
    }

    /// Like `send`, but returns false instead of blocking. An accepted array of more than 64 KiB belongs to the link, a smaller one may be reused.
    ///
    /// @throws LinkLostException if the session has ended
    public boolean offer(int channel, byte[] message) {
        return outbound.intake().offer(Frame.checked(channel), message, 0, message.length);
    }

    /// Offers a piece of an array as one message. The array may be reused afterwards: more than 64 KiB is copied first.
    ///
    /// @throws LinkLostException if the session has ended
    public boolean offer(int channel, byte[] array, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, array.length);
        if (length > Frame.MAX_BODY) {
            return offer(channel, Arrays.copyOfRange(array, offset, offset + length));
        }
        return outbound.intake().offer(Frame.checked(channel), array, offset, length);
    }

    /// Calls `action` whenever the channel has room again after an offer was rejected, or when the link is lost. The action must not block. Each
    /// channel has one action; a later one replaces it.
    public void onRoom(int channel, Runnable action) {
        outbound.onRoom(Frame.checked(channel), action);
    }

    /// The receiver has consumed one message of this many bytes: the sender may send more.
    public void release(int channel, int bytes) {
        inbound.release(Frame.checked(channel), 1, bytes);
    }

    /// The receiver has consumed several messages of this many bytes in total.
    public void release(int channel, int messages, long bytes) {
        inbound.release(Frame.checked(channel), messages, bytes);
    }

    public LinkStats stats() {
        return inbound.stats(reconnects);
    }

    @Override
    public String toString() {
        return "link to node " + peer.nodeId() + " at " + remote;
    }

    Outbound outbound() {
        return outbound;
    }

    long session() {
        return session;
    }

    boolean dialled() {
        return dialled;
    }

    long received() {
        return inbound.received();
    }

    boolean over() {
        return course.over();
    }

    boolean carriedBy(Connection connection) {
        return current == connection;
    }

    /// Makes this connection the one that carries the session from now on; returns how many bytes were received before.
    long claim(Connection connection, boolean dialledByUs) throws RefusedException {
        inbound.lock.lock();
        try {
            release(current, "reconnected");
            if (!course.take(SessionChange.CLAIMED)) {
                throw new RefusedException(RefusedException.Reason.SESSION_OVER, "the session with node " + peer.nodeId() + " is over");
            }
            current = connection;
            dialled = dialledByUs;
            remote = connection.remote();
            why = null;
            return inbound.received();
        } finally {
            inbound.lock.unlock();
            settle();
        }
    }

    /// Carries the session over the claimed connection until it ends. The calling thread is its reader.
    void run(Connection connection, long peerReceived) {
        String reason;
        try {
            if (open(connection, peerReceived)) {
                inbound.readOn(connection);
            }
            reason = remote + " closed the connection";
        } catch (NonsenseException e) {
            callbacks.complain("closed the connection with node " + peer.nodeId() + " at " + remote + ": " + e.getMessage());
            reason = "the peer violated the protocol: " + e.getMessage();
        } catch (IOException e) {
            reason = "the connection with " + remote + " broke: " + e.getMessage();
        } finally {
            connection.close();
        }
        String known = why;
        abandon(connection, known != null ? known : reason);
    }

    /// The connection no longer carries the session, or was never used.
    void abandon(Connection connection, String reason) {
        inbound.lock.lock();
        try {
            release(connection, reason);
        } finally {
            inbound.lock.unlock();
            settle();
        }
    }

    // False if the connection is no longer wanted.
    private boolean open(Connection connection, long peerReceived) throws NonsenseException {
        inbound.lock.lock();
        try {
            if (current != connection || over()) {
                return false;
            }
            inbound.hear();
            outbound.attach(connection, Thread.currentThread(), peerReceived);
            if (!course.take(SessionChange.CARRIED)) {
                return false;
            }
            if (!started) {
                started = true;
                outbound.start();
            }
            if (announced) {
                reconnects++;
                callbacks.resumed(this);
            } else if (dialled) {
                announce();
            }
            return true;
        } finally {
            inbound.lock.unlock();
            settle();
        }
    }

    /// Under the inbound lock: reports a new session, once. The listening side waits for the first bytes after its welcome, because until then the
    /// dialling side may still abandon the connection.
    void announce() {
        if (!announced) {
            announced = true;
            callbacks.up(this);
        }
    }

    // Under the inbound lock: the session no longer has a connection.
    private void release(Connection connection, String reason) {
        if (connection == null || current != connection) {
            return;
        }
        current = null;
        connection.close();
        outbound.detach();
        inbound.stirred();
        boolean wasLinked = course.state() == SessionState.LINKED;
        if (!course.take(SessionChange.BROKEN)) {
            return;
        }
        if (closing && outbound.flushed()) {
            end(Ending.CLOSED, "this side closed the link");
        } else if (wasLinked && announced) {
            callbacks.cut(this, reason);
        }
    }

    /// A write failed. Data that the peer sent before, perhaps its goodbye, must still be read; then the reader notices the failure, too.
    private void failed(Connection connection) {
        failed = new Failed(connection, sessions.clock().getAsLong());
    }

    void saidGoodbye() {
        outbound.answerGoodbye();
        end(Ending.GOODBYE, "node " + peer.nodeId() + " said goodbye");
    }

    /// Called periodically by the [Heart].
    void tick(long now, boolean late) {
        Connection connection = current;
        long silent = now - inbound.heard();
        if (connection == null) {
            end(Ending.OUT_OF_REACH, "node " + peer.nodeId() + " at " + remote + " did not reconnect in time");
        } else if (course.state() == SessionState.LINKED && !late && silent > sessions.options().timeout().toNanos()) {
            why = "node " + peer.nodeId() + " at " + remote + " was silent for " + TimeUnit.NANOSECONDS.toMillis(silent) + " ms";
            connection.close();
        } else if (failed.connection() == connection && now - failed.at() > LAST_WORDS_NANOS) {
            why = "cannot write to node " + peer.nodeId() + " at " + remote;
            connection.close();
        } else {
            outbound.tick();
        }
    }

    /// Whether the peer answers within the given time; used when another process claims its node id.
    boolean answers(long millis) throws InterruptedException {
        inbound.lock.lock();
        try {
            long before = inbound.heard();
            outbound.pingDue();
            long left = TimeUnit.MILLISECONDS.toNanos(millis);
            while (inbound.heard() == before && connected() && !over() && left > 0) {
                left = inbound.awaitStir(left);
            }
            return inbound.heard() != before && connected() && !over();
        } finally {
            inbound.lock.unlock();
            settle();
        }
    }

    /// Begins an orderly shutdown: sends all queued messages, then goodbye.
    void close() {
        closing = true;
        outbound.close();
        if (!connected() && outbound.flushed()) {
            end(Ending.CLOSED, "this side closed the link");
        }
    }

    /// Whether the watcher has been notified of the end.
    boolean ended() {
        return ended.getCount() == 0;
    }

    boolean awaitEnd(long nanos) throws InterruptedException {
        return ended.await(nanos, TimeUnit.NANOSECONDS);
    }

    /// Ends the session, once, if this ending is possible in its state. Waiting threads fail at once; the watcher is notified when no message is
    /// being handled any more.
    void end(Ending ending, String reason) {
        if (!course.take(SessionChange.of(ending))) {
            return;
        }
        String text = "the link to node " + peer.nodeId() + " is lost: " + reason;
        loss = new Loss(ending, reason, outbound.end(text));
        Connection connection = current;
        if (connection != null) {
            connection.close();
        }
        settle();
    }

    /// Notifies the watcher of a loss. If another thread holds the inbound lock, that thread does it when it releases the lock.
    void settle() {
        while (loss != null && !finished && inbound.lock.tryLock()) {
            try {
                if (inbound.lock.getHoldCount() > 1) {
                    return;
                }
                if (!finished) {
                    finished = true;
                    finish();
                }
            } finally {
                inbound.lock.unlock();
            }
        }
    }

    private void finish() {
        current = null;
        inbound.stirred();
        sessions.ended(this);
        if (announced) {
            callbacks.lost(this, loss);
        }
        ended.countDown();
    }
}
