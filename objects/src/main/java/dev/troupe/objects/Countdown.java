package dev.troupe.objects;

import java.util.concurrent.atomic.AtomicInteger;

/// Runs an action when it was called this many times.
public final class Countdown implements Runnable {
    private final AtomicInteger left;
    private final Runnable action;

    public Countdown(int count, Runnable action) {
        this.left = new AtomicInteger(count);
        this.action = action;
    }

    @Override
    public void run() {
        if (left.decrementAndGet() == 0) {
            action.run();
        }
    }
}
