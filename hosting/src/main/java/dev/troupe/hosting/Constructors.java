package dev.troupe.hosting;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Runs the constructors of actors: thousands per second on a few threads, and on more threads if those are blocked in constructors that wait.
final class Constructors {
    private static final int FEW = 4;

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(FEW, FEW, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("troupe-constructor-", 0).factory());
    private long completed;

    Constructors() {
        threads.allowCoreThreadTimeOut(true);
    }

    void add(Runnable construct) {
        threads.execute(construct);
    }

    /// Called periodically: adds one thread if no constructor has ended since the last time and some are waiting.
    void tick() {
        long now = threads.getCompletedTaskCount();
        boolean stuck = now == completed && !threads.getQueue().isEmpty();
        completed = now;
        if (stuck) {
            threads.setMaximumPoolSize(threads.getCorePoolSize() + 1);
            threads.setCorePoolSize(threads.getCorePoolSize() + 1);
        } else if (threads.getQueue().isEmpty() && threads.getActiveCount() < FEW && threads.getCorePoolSize() > FEW) {
            threads.setCorePoolSize(FEW);
            threads.setMaximumPoolSize(FEW);
        }
    }

    void close() {
        threads.shutdownNow();
    }
}
