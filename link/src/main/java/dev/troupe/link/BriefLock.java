package dev.troupe.link;

import java.util.concurrent.locks.ReentrantLock;

/// A lock that is only ever held for a moment. Whoever queues for a lock must be woken by the one who unlocks it, and that costs the
/// unlocking thread, often a sender at full speed, a system call; so a thread asks again a few times before it queues.
final class BriefLock extends ReentrantLock {
    private static final long serialVersionUID = 1L;
    private static final int TRIES = 64;

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // yielding is a courtesy here; correctness does not depend on it
    public void lock() {
        for (int i = 0; i < TRIES; i++) {
            if (tryLock()) {
                return;
            }
            Thread.yield();
        }
        super.lock();
    }
}
