package dev.troupe.task;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/// Events on their way to the listener thread, in order of arrival.
///
/// Producers append to one array while the listener thread works through the other, so the lock is taken once a batch by the
/// listener thread and hardly ever contended. What peers send is bounded by the windows of their links; what this process
/// emits to itself is bounded here.
final class Inbox {
    private static final int LOCAL_LIMIT = 1 << 16;
    /// How long the listener thread looks again before it sleeps. It yields meanwhile: on a busy machine the producer may need this core.
    private static final long SPIN_NANOS = 20_000;

    private static final int MOST_VAIN = 4;
    private static final int RETRY_EVERY = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private Queued[] filling = new Queued[64];
    private volatile int count;
    private int waitingForRoom;
    private volatile Thread sleeper;
    // Of the listener thread: looks in vain in a row, and sleeps without a look since.
    private int vain;
    private int skipped;

    /// Appends without ever blocking: for link threads, and for the listener thread itself.
    void add(Queued delivered) {
        lock.lock();
        try {
            append(delivered);
        } finally {
            lock.unlock();
        }
        wake();
    }

    /// Appends an event of this process, waiting while too many are pending.
    void addBounded(Queued delivered) throws InterruptedException {
        lock.lock();
        try {
            while (count >= LOCAL_LIMIT) {
                waitingForRoom++;
                try {
                    room.await();
                } finally {
                    waitingForRoom--;
                }
            }
            append(delivered);
        } finally {
            lock.unlock();
        }
        wake();
    }

    /// All that is pending, waiting for the first. For one thread at a time; the end of the array may be empty.
    Queued[] take(Queued[] spent) {
        awaitFirst();
        lockWithoutQueueing();
        try {
            Queued[] batch = filling;
            filling = spent.length >= 64 ? spent : new Queued[64];
            count = 0;
            if (waitingForRoom > 0) {
                room.signalAll();
            }
            return batch;
        } finally {
            lock.unlock();
        }
    }

    /// A thread that queues for the lock must be woken by whoever unlocks, which costs that one a system call; the lock is held so
    /// briefly that asking again is cheaper for both.
    @SuppressWarnings("ThreadPriorityCheck") // yielding is a courtesy here; correctness does not depend on it
    private void lockWithoutQueueing() {
        while (!lock.tryLock()) {
            Thread.yield();
        }
    }

    private void append(Queued delivered) {
        int n = count;
        if (n == filling.length) {
            filling = java.util.Arrays.copyOf(filling, n * 2);
        }
        filling[n] = delivered;
        count = n + 1;
    }

    private void wake() {
        Thread thread = sleeper;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    private void awaitFirst() {
        if (count == 0 && !comesSoon()) {
            while (count == 0) {
                sleeper = Thread.currentThread();
                if (count == 0) {
                    LockSupport.park(this);
                }
                sleeper = null;
            }
        }
    }

    /// Looks again for a while, as long as that has been worth it lately: in a conversation the next event is some microseconds away, and
    /// sleeping would cost more.
    @SuppressWarnings("ThreadPriorityCheck") // yielding is a courtesy here; correctness does not depend on it
    private boolean comesSoon() {
        if (vain >= MOST_VAIN && ++skipped % RETRY_EVERY != 0) {
            return false;
        }
        long deadline = System.nanoTime() + SPIN_NANOS;
        while (count == 0) {
            if (System.nanoTime() >= deadline) {
                vain++;
                return false;
            }
            Thread.yield();
        }
        vain = 0;
        return true;
    }
}
