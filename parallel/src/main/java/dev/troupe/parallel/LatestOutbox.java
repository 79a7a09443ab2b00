package dev.troupe.parallel;

import dev.troupe.link.Link;
import dev.troupe.link.LinkLostException;
import dev.troupe.values.Output;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Newest values on their way to one peer. As long as the peer has room they go straight to the link; when it has none, the
/// newest of each event waits here, and a thread of its own sends it on, so that a stopped peer holds up nobody.
final class LatestOutbox {
    private final Link link;
    private final Map<String, byte[]> waiting = new LinkedHashMap<>();
    private boolean sending;
    /// Nothing more is taken: else a thread that goes on emitting could keep the process from ending.
    private boolean closing;
    private long lastSent = System.nanoTime();

    LatestOutbox(Link link) {
        this.link = link;
    }

    /// Puts a value in; true when it replaces an older one.
    synchronized boolean put(String event, Output message) {
        if (closing) {
            return false;
        }
        try {
            if (!sending && link.offer(Peer.LATEST, message.array(), 0, message.length())) {
                return false;
            }
        } catch (LinkLostException gone) {
            return false;
        }
        boolean replaced = waiting.put(event, Arrays.copyOf(message.array(), message.length())) != null;
        if (!sending) {
            sending = true;
            Thread.ofPlatform().daemon().name("troupe-latest-" + link.peer().nodeId()).start(this::sendWaiting);
        }
        return replaced;
    }

    private void sendWaiting() {
        try {
            for (byte[] message = next(); message != null; message = next()) {
                link.send(Peer.LATEST, message);
            }
        } catch (LinkLostException | InterruptedException gone) {
            stop();
        }
    }

    private synchronized byte[] next() {
        lastSent = System.nanoTime();
        Iterator<byte[]> values = waiting.values().iterator();
        if (!values.hasNext()) {
            stop();
            return null;
        }
        byte[] message = values.next();
        values.remove();
        return message;
    }

    private synchronized void stop() {
        waiting.clear();
        sending = false;
        notifyAll();
    }

    /// Takes nothing more, and waits until the link, which delivers what it has, has everything. Gives up when it takes nothing for as long as `patience`.
    ///
    /// @param begin when the wait for all peers began
    /// @return how many values it does not have
    synchronized int drain(long begin, Duration patience) throws InterruptedException {
        closing = true;
        while (sending) {
            long since = lastSent - begin > 0 ? lastSent : begin;
            long left = patience.toNanos() - (System.nanoTime() - since);
            if (left <= 0) {
                return waiting.size() + 1; // and the one in hand
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return 0;
    }
}
