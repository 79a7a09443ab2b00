package dev.troupe.task;

import dev.troupe.link.Link;
import dev.troupe.link.LinkLostException;
import dev.troupe.values.Output;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/// Newest values on their way to one peer. As long as the peer has room they go straight to the link; when it has none, the
/// newest of each event waits here, and a thread of its own sends it on, so that a stopped peer holds up nobody.
final class LatestOutbox {
    private final Link link;
    private final Map<String, byte[]> waiting = new LinkedHashMap<>();
    private boolean sending;

    LatestOutbox(Link link) {
        this.link = link;
    }

    /// Puts a value in; true when it replaces an older one.
    synchronized boolean put(String event, Output message) {
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
        Iterator<byte[]> values = waiting.values().iterator();
        if (!values.hasNext()) {
            sending = false;
            return null;
        }
        byte[] message = values.next();
        values.remove();
        return message;
    }

    private synchronized void stop() {
        waiting.clear();
        sending = false;
    }
}
