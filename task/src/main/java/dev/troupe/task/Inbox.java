package dev.troupe.task;

import dev.troupe.transport.BriefWait;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/// Events on their way to the listener thread, in order of arrival.
///
/// Producers append to one array while the listener thread works through the other, so the listener thread takes the lock once per batch, and the
/// lock is rarely contended. The windows of the links bound the events from peers; the inbox bounds the events that this process emits to itself.
final class Inbox {
    private static final int LOCAL_LIMIT = 1 << 16;
    private static final long POLL_NANOS = 20_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private Queued[] filling = new Queued[64];
    private volatile int count;
    private int waitingForRoom;
    private volatile Thread sleeper;
    /// Used by the listener thread: in a conversation the next event is near.
    private final BriefWait soon = new BriefWait(POLL_NANOS);

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

    /// Everything that is pending; waits for the first event. For one thread at a time; the end of the array may be empty.
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

    /// The thread that unlocks must wake a queued thread, which costs it a system call. The lock is held so briefly that trying again is cheaper
    /// for both.
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

    // Wakes it once: until it has a core, further events would only repeat the call, which costs more than an event does. Whoever clears the field
    // always wakes the thread, and a thread that finds nothing sets it again.
    private void wake() {
        Thread thread = sleeper;
        if (thread != null) {
            sleeper = null;
            LockSupport.unpark(thread);
        }
    }

    private void awaitFirst() {
        if (count == 0 && !soon.comes(() -> count > 0)) {
            while (count == 0) {
                sleeper = Thread.currentThread();
                if (count == 0) {
                    LockSupport.park(this);
                }
                sleeper = null;
            }
        }
    }
}
