package dev.troupe.benchmarks;

import dev.troupe.task.Context;
import dev.troupe.task.Task;
import java.util.concurrent.CountDownLatch;

/// Events within one process: distinct values to a listener on its own thread, their sum checked.
final class OneProcess {
    private static final long COUNT = 10_000_000;
    private static final int ROUNDS = 7;
    private static long sum;
    private static long seen;

    private OneProcess() {}

    static void main() throws InterruptedException {
        Figures figures = new Figures();
        try (Task<Context> task = Task.start()) {
            CountDownLatch[] done = new CountDownLatch[1];
            task.on("value", (Long value) -> {
                sum += value;
                if (++seen == COUNT) {
                    done[0].countDown();
                }
            });
            for (int round = 0; round < ROUNDS; round++) {
                done[0] = new CountDownLatch(1);
                figures.add("local", round(task, done[0]));
            }
        }
        figures.print();
    }

    private static double round(Task<Context> task, CountDownLatch done) throws InterruptedException {
        sum = 0;
        seen = 0;
        long began = System.nanoTime();
        for (long i = 0; i < COUNT; i++) {
            task.emit("value", i);
        }
        done.await();
        double seconds = (System.nanoTime() - began) / 1e9;
        if (sum != COUNT * (COUNT - 1) / 2) {
            throw new IllegalStateException("the sum of what arrived is " + sum);
        }
        return COUNT / seconds;
    }
}
