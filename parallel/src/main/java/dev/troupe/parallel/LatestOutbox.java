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

/// Newest values on their way to one peer. While the peer has room they go straight to the link; otherwise the newest value of each event waits
/// here, and a separate thread sends it, so that a stopped peer delays nobody.
final class LatestOutbox {
    private final Link link;
    private final Map<String, byte[]> waiting = new LinkedHashMap<>();
    private boolean sending;
    /// Nothing more is accepted: otherwise a thread that keeps emitting could keep the process from ending.
    private boolean closing;
    private long lastSent = System.nanoTime();

    LatestOutbox(Link link) {
        this.link = link;
    }

    /// Stores a value; returns true if it replaces an older one.
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

    /// Accepts nothing more, and waits until the link has accepted everything and will deliver it. Gives up if the link accepts nothing for as long
    /// as `patience`.
    ///
    /// @param begin when the wait for all peers began
    /// @return how many values were not accepted
    synchronized int drain(long begin, Duration patience) throws InterruptedException {
        closing = true;
        while (sending) {
            long since = lastSent - begin > 0 ? lastSent : begin;
            long left = patience.toNanos() - (System.nanoTime() - since);
            if (left <= 0) {
                return waiting.size() + 1; // including the one being sent
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return 0;
    }
}
