package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.transport.Address;
import dev.troupe.transport.Identity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/// One life of a simulated process: what it sent to and received from each process it met, by incarnation.
final class SimulatedNode implements LinkWatcher {
    private static final int CHANNEL = 1;

    /// What one process has sent to another over one session.
    static final class Sent {
        final Link link;
        long count;

        Sent(Link link) {
            this.link = link;
        }
    }

    /// A message: who sent it to whom, and which of that session it is.
    record Numbered(long sender, long receiver, long session, long number) {
        byte[] bytes(int size) {
            return ByteBuffer.allocate(Math.max(32, size)).putLong(sender).putLong(receiver).putLong(session).putLong(number).array();
        }

        static Numbered of(byte[] bytes) {
            ByteBuffer in = ByteBuffer.wrap(bytes);
            return new Numbered(in.getLong(), in.getLong(), in.getLong(), in.getLong());
        }
    }

    final Identity identity;
    final Endpoint endpoint;
    final Address at;
    private final Map<Link, Sent> sent = new HashMap<>();
    private final Map<Long, Long> received = new ConcurrentHashMap<>();
    private final Map<Link, Loss> losses = new ConcurrentHashMap<>();
    private final AtomicReference<AssertionError> failure = new AtomicReference<>();

    SimulatedNode(Identity identity, Address at, LinkOptions options, Stopwatch clock, Consumer<SessionChange> changes)
            throws IOException {
        this.identity = identity;
        this.endpoint = new Endpoint(identity, Peer.TOKEN, options, this, clock, changes);
        this.at = at;
        endpoint.channel(CHANNEL, this::message);
        endpoint.listen(at);
    }

    private void message(Link from, byte[] bytes) {
        from.release(CHANNEL, bytes.length);
        Numbered message = Numbered.of(bytes);
        try {
            assertEquals(identity.incarnation(), message.receiver(), "a message for another process");
            assertEquals(from.peer().incarnation(), message.sender(), "a message of another process");
            assertEquals(from.session(), message.session(), "a message of another session");
            assertEquals(received.getOrDefault(from.session(), 0L), message.number(), "lost, doubled or reordered");
        } catch (AssertionError e) {
            failure.compareAndSet(null, e);
        }
        received.merge(from.session(), 1L, Long::sum);
        synchronized (this) {
            notifyAll();
        }
    }

    @Override
    public synchronized void up(Link link) {
        sent.put(link, new Sent(link));
        notifyAll();
    }

    @Override
    public synchronized void resumed(Link link) {
        notifyAll();
    }

    @Override
    public synchronized void lost(Link link, Loss loss) {
        losses.put(link, loss);
        notifyAll();
    }

    /// The session with a living process, if there is one.
    synchronized Sent to(Identity peer) {
        return sent.values().stream().filter(to -> to.link.peer().equals(peer) && !losses.containsKey(to.link)).findFirst().orElse(null);
    }

    /// Sends the next message, if there is a session and room in it.
    void send(Identity peer, int size) {
        Sent to = to(peer);
        if (to != null) {
            try {
                Numbered message = new Numbered(identity.incarnation(), peer.incarnation(), to.link.session(), to.count);
                if (to.link.offer(CHANNEL, message.bytes(size))) {
                    to.count++;
                }
            } catch (LinkLostException e) {
                assertTrue(to.link.over(), "refused by a session that goes on");
            }
        }
    }

    /// Waits until it is linked with this process, and has received so much of the session they share.
    synchronized void awaitAllOf(SimulatedNode peer) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (failure.get() == null && !hasAllOf(peer)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(identity + " has " + received + ", and " + peer.identity + " sent " + peer.describe()
                        + "; lost: " + losses);
            }
            wait(20);
        }
        check();
    }

    private boolean hasAllOf(SimulatedNode peer) {
        Sent there = peer.to(identity);
        Sent here = to(peer.identity);
        return there != null && here != null && there.link.session() == here.link.session() && here.link.connected()
                && received.getOrDefault(there.link.session(), 0L) == there.count;
    }

    private synchronized String describe() {
        StringBuilder text = new StringBuilder();
        sent.values().forEach(to -> text.append(to.count).append(" over session ").append(to.link.session()).append(", "));
        return text.toString();
    }

    /// Nothing was received that should not have been, and of sessions that ended no more is missing than was said to be lost.
    void check() {
        AssertionError found = failure.get();
        if (found != null) {
            throw found;
        }
    }

    synchronized void checkLossesAgainst(SimulatedNode peer) {
        losses.forEach((link, loss) -> {
            if (link.peer().equals(peer.identity)) {
                long missing = sent.get(link).count - peer.received.getOrDefault(link.session(), 0L);
                assertTrue(missing <= loss.messagesLost(), missing + " are missing at " + peer.identity + ": " + loss);
            }
        });
    }

    Map<Link, Loss> losses() {
        return losses;
    }
}
