package dev.troupe.link;

import dev.troupe.transport.Address;
import dev.troupe.transport.Connection;
import dev.troupe.transport.Encryption;
import dev.troupe.transport.Identity;
import dev.troupe.transport.Transport;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// Keeps a link to the process that listens at an address. Its thread dials, does the handshake and then reads from the connection.
final class Dialler implements Runnable {
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final Endpoint endpoint;
    private final Address to;
    private final Transport transport;
    private final Predicate<Identity> meant;
    private String failure = "no answer yet";
    /// The last refusal that the process itself sent.
    private String refusal;
    private boolean unreached = true;
    private volatile Connection connection;
    private volatile boolean over;
    private Slot slot;

    Dialler(Endpoint endpoint, Address to, Transport transport, Predicate<Identity> meant) {
        this.endpoint = endpoint;
        this.to = to;
        this.transport = transport;
        this.meant = meant;
    }

    /// Why there is no link, or null. If the process is gone by now, its earlier refusal is still reported.
    synchronized String failure() {
        return failure == null || refusal == null || failure.equals(refusal) ? failure : failure + "; before that: " + refusal;
    }

    /// The connection is open. Until the process answers nothing else is known, unless it has answered before.
    private synchronized void reached() {
        if (unreached) {
            unreached = false;
            failed("connected, but it does not answer the handshake; is it a Troupe process? If so, " + Encryption.AGREE);
        }
    }

    private synchronized void unreached() {
        unreached = true;
    }

    private synchronized void refused(String why) {
        refusal = why;
        failed(why);
    }

    private synchronized void linked() {
        refusal = null;
        failed(null);
    }

    private synchronized void failed(String why) {
        failure = why;
        notifyAll();
    }

    /// Waits until the reason is the expected one (null: the link is up), at most for the given time.
    synchronized boolean awaitFailure(Predicate<String> wanted, Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!wanted.test(failure())) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    @Override
    public void run() {
        try {
            keepLinked();
        } finally {
            leave();
        }
    }

    private void keepLinked() {
        long pause = FIRST_PAUSE;
        while (!over && !endpoint.closed() && !(endpoint.closing() && nothingToDeliver())) {
            boolean linked = false;
            try {
                linked = attempt();
            } catch (RefusedException e) {
                if (e.reason() == RefusedException.Reason.ALREADY_LINKED) {
                    linked();
                    linked = awaitCut();
                } else if (e.reason() != RefusedException.Reason.SESSION_OVER) {
                    refused(e.getMessage());
                }
            } catch (IOException | RuntimeException e) {
                failed(e.getMessage() == null ? e.toString() : e.getMessage());
            }
            pause = linked ? FIRST_PAUSE : Math.min(pause * 2, LONGEST_PAUSE);
            if (!endpoint.pause(linked ? 0 : pause / 2)) {
                return;
            }
        }
    }

    /// While the endpoint is closing, it reconnects only for sessions that still have something to deliver.
    private boolean nothingToDeliver() {
        Link link = slot == null ? null : slot.link();
        return link == null || link.over();
    }

    private boolean attempt() throws IOException {
        Connection opened = open();
        connection = opened;
        reached();
        Greeting ours = null;
        try {
            endpoint.heart().watch(opened, endpoint.options().handshake());
            Handshake handshake = endpoint.handshake(opened);
            Identity peer = handshake.hello();
            if (!meant.test(peer)) {
                throw new IOException("node " + peer.nodeId() + " of another run listens on " + to + " now");
            }
            Slot taken = endpoint.slots().take(peer.nodeId());
            leave();
            slot = taken;
            ours = slot.propose(peer, opened);
            Greeting theirs = handshake.prove(ours);
            Link link = slot.welcomed(peer, opened, ours, theirs);
            endpoint.heart().done(opened);
            linked();
            link.run(opened, theirs.received());
            failed("the connection was cut");
            slot.changed();
            return true;
        } catch (RefusedException e) {
            if (e.reason() == RefusedException.Reason.SESSION_OVER && ours != null) {
                slot.giveUp(ours);
            }
            throw e;
        } catch (IOException e) {
            throw endpoint.heart().done(opened) || endpoint.closed()
                    ? explained(to, e)
                    : new IOException(to + " did not finish the handshake within " + endpoint.options().handshake().toMillis() + " ms", e);
        } finally {
            endpoint.heart().done(opened);
            opened.close();
            if (slot != null) {
                slot.abandon(opened);
            }
        }
    }

    private void leave() {
        if (slot != null) {
            endpoint.slots().leave(slot);
            slot = null;
        }
    }

    /// A side that encrypts and one that does not close each other's connection.
    static IOException explained(Address to, IOException e) {
        boolean hungUp = e instanceof EOFException || e instanceof SocketException;
        return hungUp && to.scheme().equals("tcp")
                ? new IOException(to + " closed the connection during the handshake (" + e.getMessage() + "); " + Encryption.AGREE, e)
                : e;
    }

    private Connection open() throws IOException {
        try {
            return transport.dial(to, endpoint.transportOptions());
        } catch (IOException | RuntimeException e) {
            unreached();
            throw e;
        }
    }

    private boolean awaitCut() {
        try {
            slot.awaitCut();
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    /// Ends within a second.
    void close() {
        over = true;
        Connection open = connection;
        if (open != null) {
            open.close();
        }
    }
}
