package dev.troupe.parallel;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Explains a program that seems to hang: reports once that an `emit` has waited long for a peer, and the likely reason.
final class SlowPeers implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.troupe.parallel");
    private static final long PATIENCE_SECONDS = 5;

    private final Supplier<Collection<Peer>> peers;
    private final Runnable alsoEachSecond;
    private final CountDownLatch closed = new CountDownLatch(1);
    private Set<Peer.Blocked> told = Set.of();

    private SlowPeers(Supplier<Collection<Peer>> peers, Runnable alsoEachSecond) {
        this.peers = peers;
        this.alsoEachSecond = alsoEachSecond;
    }

    static SlowPeers watch(Supplier<Collection<Peer>> peers, Runnable alsoEachSecond) {
        SlowPeers watch = new SlowPeers(peers, alsoEachSecond);
        Thread.ofPlatform().daemon().name("troupe-slow-peers").start(watch::run);
        return watch;
    }

    private void run() {
        try {
            while (!closed.await(1, TimeUnit.SECONDS)) {
                look(System.nanoTime());
                alsoEachSecond.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(long now) {
        Set<Peer.Blocked> waiting = new HashSet<>();
        for (Peer peer : peers.get()) {
            Peer.Blocked blocked = peer.blocked();
            if (blocked != null && now - blocked.sinceNanos() > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                waiting.add(blocked);
                if (!told.contains(blocked)) {
                    LOG.log(Level.WARNING, explain(peer, blocked));
                }
            }
        }
        told = waiting;
    }

    static String explain(Peer peer, Peer.Blocked blocked) {
        String why = !peer.link().connected() ? "the connection to it is cut" : switch (peer.interest().stage()) {
            case OPEN -> "its task has not entered run or waitFor yet, or the connection to it is slow";
            case READY -> "its listeners are slow or wait for something themselves, or the connection to it is slow";
            case CLOSED -> "it has no open task";
        };
        return "emit of '" + blocked.event() + "' in thread " + blocked.thread().getName() + " has waited " + PATIENCE_SECONDS
                + " s for node " + peer.nodeId() + ": " + why + "; if only the newest value matters, emit it with Delivery.LATEST";
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
