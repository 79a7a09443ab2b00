package dev.troupe.runtime;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/// The heartbeat of a node: each beat carries the time at which it was sent, and the head sends it back. The node counts from *sending* the last
/// beat that was answered, so it always gives up before the head declares its work lost.
final class Heart implements AutoCloseable {
    private static final long BEAT_MILLIS = 1_000;

    private final LongConsumer send;
    private final long fenceNanos;
    private final Runnable fenced;
    private final LongConsumer extend;
    private final ScheduledExecutorService clock = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("troupe-heart").factory());
    private volatile long lastAnswered = System.nanoTime();

    /// @param send sends a beat
    /// @param extend is told until when workers may live
    /// @param fenced is called when no beat was answered for the time of the fence
    Heart(LongConsumer send, Duration fence, LongConsumer extend, Runnable fenced) {
        this.send = send;
        this.fenceNanos = fence.toNanos();
        this.extend = extend;
        this.fenced = fenced;
    }

    void start() {
        lastAnswered = System.nanoTime();
        var _ = clock.scheduleAtFixedRate(this::beat, 0, BEAT_MILLIS, TimeUnit.MILLISECONDS);
    }

    // One failure must not end the heartbeat.
    private void beat() {
        try {
            beatOnce();
        } catch (RuntimeException | Error e) {
            System.getLogger("dev.troupe.runtime").log(System.Logger.Level.ERROR, "a heartbeat failed; please report this", e);
        }
    }

    private void beatOnce() {
        long now = System.nanoTime();
        if (now - lastAnswered > fenceNanos) {
            fenced.run();
        } else {
            extend.accept(lastAnswered + fenceNanos);
            send.accept(now);
        }
    }

    /// The head has answered the beat that was sent at this time.
    void beaten(long sentAt) {
        if (sentAt - lastAnswered > 0) {
            lastAnswered = sentAt;
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
