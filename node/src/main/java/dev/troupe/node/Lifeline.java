package dev.troupe.node;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Ends a worker whose node no longer extends its life. A node of a cluster that no head answers ends its workers itself; this does the same when
/// the node's process is stopped and cannot.
final class Lifeline {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private Lifeline() {}

    /// In the worker.
    static void follow(RunningBoard board) {
        Thread.ofPlatform().daemon().name("troupe-lifeline").start(() -> {
            while (board.livesAt(System.nanoTime())) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
            Runtime.getRuntime().halt(1); // at once: others may already do its work
        });
    }
}
