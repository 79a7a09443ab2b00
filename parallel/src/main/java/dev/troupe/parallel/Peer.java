package dev.troupe.parallel;

import dev.troupe.link.Link;
import dev.troupe.link.LinkLostException;
import dev.troupe.task.Interest;
import dev.troupe.task.Interest.Announcement;
import dev.troupe.task.Sender;
import dev.troupe.task.TaskFailedException;
import dev.troupe.values.Output;
import java.time.Duration;

/// Another process as this router sees it: the link to it, and the events it listens to.
final class Peer extends Sender {
    /// The channels of a link.
    static final int CONTROL = 0;
    static final int EVENTS = 1;
    static final int LATEST = 2;

    private final Link link;
    private final Trace trace;
    private final LatestOutbox outbox;
    private volatile Interest interest = Interest.NONE_YET;
    private boolean heardOf;
    private boolean behind;
    /// The event that a thread has been waiting to send here, and since when; for the message that explains a blocked program.
    private volatile Blocked blocked;

    /// An `emit` that waits.
    record Blocked(String event, long sinceNanos, Thread thread) {}

    Peer(Link link, Trace trace) {
        this.link = link;
        this.trace = trace;
        this.outbox = new LatestOutbox(link);
    }

    @Override
    public int nodeId() {
        return link.peer().nodeId();
    }

    Link link() {
        return link;
    }

    Interest interest() {
        return interest;
    }

    /// The peer announces the events it listens to; returns true the first time. Called only on its link's reader thread.
    boolean announced(Announcement news) {
        interest = news.after(interest);
        boolean first = !heardOf;
        heardOf = true;
        return first;
    }

    boolean behind() {
        return behind;
    }

    Blocked blocked() {
        return blocked;
    }

    /// Sends an announcement to the peer; never blocks. If there is no room, the peer is behind until it has received the full state again.
    ///
    /// Guarded by the router.
    void announce(Announcement news) {
        boolean whole = news instanceof Announcement.Whole;
        if (behind && !whole) {
            return;
        }
        try {
            behind = !link.offer(CONTROL, news.encode());
        } catch (LinkLostException gone) {
            // The link's watcher is notified and informs everyone.
        }
    }

    /// Sends an event, waiting for room; returns false if the peer is lost. The loss counts the event if it was waiting.
    boolean send(String event, Output message) {
        trace.sent(nodeId(), event, message.length());
        try {
            if (!link.offer(EVENTS, message.array(), 0, message.length())) {
                blocked = new Blocked(event, System.nanoTime(), Thread.currentThread());
                try {
                    link.send(EVENTS, message.array(), 0, message.length());
                } finally {
                    blocked = null;
                }
            }
            return true;
        } catch (LinkLostException gone) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TaskFailedException("interrupted while '" + event + "' waited for node " + nodeId(), e);
        }
    }

    /// Sends the newest value of an event without waiting; returns true if an older one was dropped.
    boolean sendLatest(String event, Output message) {
        trace.sent(nodeId(), event, message.length());
        return outbox.put(event, message);
    }

    /// Waits until the link has the newest values; see [LatestOutbox#drain].
    int drain(long begin, Duration patience) throws InterruptedException {
        return outbox.drain(begin, patience);
    }

    @Override
    protected void received(String event, int bytes) {
        trace.received(nodeId(), event, bytes);
    }

    @Override
    protected void release(byte[] message) {
        link.release(EVENTS, message.length);
    }

    @Override
    protected void releaseLatest(byte[] message) {
        link.release(LATEST, message.length);
    }
}
