package dev.troupe.link;

import java.util.concurrent.locks.ReentrantLock;

/// A lock that is only ever held for a moment. The thread that unlocks must wake a queued thread, and this system call slows down the unlocking
/// thread, which is often a sender at full speed. A thread therefore tries a few times before it queues.
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
