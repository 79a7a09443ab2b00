package dev.troupe.benchmarks;

import dev.troupe.task.Context;
import dev.troupe.task.Task;
import java.util.concurrent.CountDownLatch;

/// Events there and back, one at a time: each answer starts the next question. The other process answers `ping` with `pong`.
final class RoundTrips {
    private final Task<Context> task;
    private final byte[] payload = new byte[100];
    private Samples samples;
    private CountDownLatch done;
    private int left;
    private long began;

    RoundTrips(Task<Context> task) {
        this.task = task;
        task.on("pong", (byte[] answer) -> answered());
    }

    /// The other side.
    static void answer(Task<Context> task) {
        task.on("ping", (byte[] payload) -> task.onlyRemote().emit("pong", (Object) payload));
    }

    Samples measure(int count) throws InterruptedException {
        samples = new Samples(count);
        done = new CountDownLatch(1);
        left = count;
        ask();
        done.await();
        return samples;
    }

    private void ask() {
        began = System.nanoTime();
        task.onlyRemote().emit("ping", (Object) payload);
    }

    private void answered() {
        samples.add(System.nanoTime() - began);
        if (--left == 0) {
            done.countDown();
        } else {
            ask();
        }
    }
}
