package dev.troupe.hosting;

import dev.troupe.objects.TaskContext;
import dev.troupe.transport.BriefWait;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// The threads that run actors' methods. A thread stays with its queue if possible, so that an actor sees the same thread each time; with many
/// actors, idle threads serve others.
final class ActorThreads {
    /// Up to this many threads are not shared.
    private static final int PLENTY = 256;
    private static final long RESTED_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long KEEP_NANOS = TimeUnit.SECONDS.toNanos(20);

    /// Threads without work, the longest idle first. Guarded by this, as is the count.
    private final Set<Server> resting = new LinkedHashSet<>();
    private int count;
    private int names;
    private volatile boolean closed;

    /// One thread and the queue it serves.
    final class Server implements Runnable {
        private final Thread thread;
        private volatile CallQueue queue;
        private volatile boolean awake;
        private long restsSince;
        private final BriefWait soon = new BriefWait(Rest.POLL_NANOS);

        private Server(CallQueue queue, String name) {
            this.queue = queue;
            this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this);
        }

        @Override
        public void run() {
            TaskContext.leave();
            do {
                CallQueue mine = queue;
                while (mine.serve(this)) {
                    Thread.interrupted(); // a late cancellation must not interrupt the next call
                }
            } while (rest(this));
        }
    }

    /// Provides a thread for a queue that has work and may have one more.
    void serve(CallQueue queue) {
        Server server;
        synchronized (this) {
            server = count < PLENTY ? null : longestResting();
            if (server == null) {
                count++;
                server = new Server(queue, "troupe-actor-" + ++names);
            } else {
                server.queue = queue;
                wake(server);
                return;
            }
        }
        server.thread.start();
    }

    private Server longestResting() {
        long now = System.nanoTime();
        for (Iterator<Server> all = resting.iterator(); all.hasNext();) {
            Server one = all.next();
            if (now - one.restsSince < RESTED_NANOS) {
                return null;
            }
            if (one.queue.letGo(one)) {
                all.remove();
                return one;
            }
        }
        return null;
    }

    /// The queue it serves has work again.
    synchronized void wake(Server server) {
        resting.remove(server);
        server.awake = true;
        LockSupport.unpark(server.thread);
    }

    // Waits until there is work again, in its queue or another; returns false after a long time without any.
    private boolean rest(Server server) {
        synchronized (this) {
            if (!server.awake) {
                server.restsSince = System.nanoTime();
                resting.add(server);
            }
        }
        boolean _ = server.soon.comes(() -> server.awake);
        while (!server.awake) {
            if (!closed) {
                LockSupport.parkNanos(this, KEEP_NANOS);
            }
            boolean longEnough = closed || System.nanoTime() - server.restsSince >= KEEP_NANOS;
            if (!server.awake && longEnough && retire(server)) {
                return false;
            }
            Thread.interrupted();
        }
        server.awake = false;
        return true;
    }

    private synchronized boolean retire(Server server) {
        if (!server.queue.letGo(server)) {
            return false;
        }
        resting.remove(server);
        count--;
        return true;
    }

    /// Ends all threads.
    synchronized void close() {
        closed = true;
        resting.forEach(server -> LockSupport.unpark(server.thread));
    }
}
