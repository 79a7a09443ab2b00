package dev.troupe.task;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Runs parts of a step concurrently and waits for all of them. After the first failure, parts that have not begun are skipped. An interrupt of the
/// waiting thread is passed on to the parts, but it still waits for them.
final class Together {
    interface Part {
        void run() throws Exception;
    }

    /// Unbounded, so that nested `parallel` cannot starve; idle threads end after ten seconds.
    private static final Executor OWN_THREADS = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("troupe-parallel-", 1).factory());

    private volatile Throwable first;
    private final CountDownLatch left;
    private final List<Slot> slots;

    private Together(List<? extends Part> parts) {
        left = new CountDownLatch(parts.size());
        slots = parts.stream().map(Slot::new).toList();
    }

    static ExecutorService pool(int workers) {
        return Executors.newFixedThreadPool(workers, Thread.ofPlatform().daemon().name("troupe-async-", 1).factory());
    }

    static void onOwnThreads(List<? extends Part> parts) throws Exception {
        on(OWN_THREADS, parts);
    }

    static void on(Executor threads, List<? extends Part> parts) throws Exception {
        Together together = new Together(parts);
        together.slots.forEach(threads::execute);
        together.join();
    }

    private void join() throws Exception {
        boolean interrupted = false;
        while (true) {
            try {
                left.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
                failed(e);
                slots.forEach(Slot::interrupt);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        switch (first) {
            case null -> {
            }
            case Error e -> throw e;
            case Exception e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
    }

    private synchronized void failed(Throwable e) {
        first = firstOf(first, e);
    }

    /// The first failure, with the next one suppressed onto it unless it is the same.
    @SuppressWarnings("ReferenceEquality")
    static Throwable firstOf(Throwable first, Throwable next) {
        if (first == null) {
            return next;
        }
        if (first != next) {
            first.addSuppressed(next);
        }
        return first;
    }

    private final class Slot implements Runnable {
        private final Part part;
        private final String stage = Stage.current();
        private Thread thread;

        Slot(Part part) {
            this.part = part;
        }

        @Override
        public void run() {
            try {
                begin(Thread.currentThread());
                if (first == null) {
                    Stage.as(stage, part::run);
                }
            } catch (Throwable e) {
                failed(e);
            } finally {
                begin(null);
                left.countDown();
            }
        }

        private synchronized void begin(Thread now) {
            thread = now;
        }

        synchronized void interrupt() {
            if (thread != null) {
                thread.interrupt();
            }
        }
    }
}
