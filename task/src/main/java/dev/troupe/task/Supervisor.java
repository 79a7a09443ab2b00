package dev.troupe.task;

import dev.troupe.process.Console;
import dev.troupe.process.ExitCode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/// Starts the workers of one job here, one thread for each, and waits for their ends. Whatever way the launcher ends, no worker stays.
final class Supervisor implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /// Ctrl-C reaches workers and launcher, in any order.
    private static final Duration STOP_MAY_FOLLOW = Duration.ofSeconds(1);

    private final List<String> command;
    private final List<WorkerOrder> orders;
    private final Duration startupInterval;
    private final Console console;
    private final ScheduledExecutorService clock = new ScheduledThreadPoolExecutor(1,
            Thread.ofPlatform().daemon().name("troupe-console").factory(), new ThreadPoolExecutor.DiscardPolicy());
    private final List<WorkerProcess> running = new ArrayList<>();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final AtomicReference<WorkerFailedException> firstFailure = new AtomicReference<>();

    Supervisor(List<String> command, List<WorkerOrder> orders, Duration startupInterval, Console console) {
        this.command = command;
        this.orders = orders;
        this.startupInterval = startupInterval;
        this.console = console;
    }

    /// Returns when all have ended; the failure is that of the first that failed.
    Optional<WorkerFailedException> run() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (WorkerOrder order : orders) {
            Duration delay = startupInterval.multipliedBy(threads.size());
            String name = "troupe-worker-" + order.plan().nodeId();
            threads.add(Thread.ofPlatform().daemon().name(name).start(() -> supervise(order, delay)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return Optional.ofNullable(firstFailure.get());
    }

    private void supervise(WorkerOrder first, Duration delay) {
        int nodeId = first.plan().nodeId();
        try {
            if (stopped(delay)) {
                return;
            }
            Backoff backoff = new Backoff();
            WorkerOrder order = first;
            while (true) {
                long started = System.nanoTime();
                Optional<WorkerProcess> process = start(order);
                if (process.isEmpty()) {
                    return;
                }
                int code = process.get().await();
                ended(process.get());
                if (code == 0) {
                    checkDelivery(process.get(), nodeId);
                    return;
                }
                if (stopped(ExitCode.wasAskedTo(code) ? STOP_MAY_FOLLOW : Duration.ZERO)) {
                    return;
                }
                int retries = Math.max(order.retries(), process.get().retries());
                boolean again = retries < order.maxRetries();
                String how = ExitCode.inWords(code);
                tellOthers(new PeerDied(nodeId, order.plan().listen(), how, again));
                if (!again) {
                    fail(new WorkerFailedException(nodeId, code, how));
                    return;
                }
                order = order.after(retries + 1);
                console.say("troupe: worker " + nodeId + " " + how + " and is started again, retry " + order.retries()
                        + (order.maxRetries() == Integer.MAX_VALUE ? "" : " of " + order.maxRetries()));
                if (stopped(backoff.after(Duration.ofNanos(System.nanoTime() - started)))) {
                    return;
                }
            }
        } catch (IOException e) {
            fail(new WorkerFailedException(nodeId, 1, "could not be started: " + e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void checkDelivery(WorkerProcess process, int nodeId) {
        long undelivered = process.undelivered();
        if (undelivered > 0) {
            fail(new WorkerFailedException(nodeId, 1, "ended before up to " + undelivered + " messages to its peers were delivered"));
        }
    }

    private void fail(WorkerFailedException failure) {
        firstFailure.compareAndSet(null, failure);
    }

    /// Waits that long; true when everything is to stop.
    private boolean stopped(Duration wait) throws InterruptedException {
        return stop.await(wait.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// Nothing when everything is to stop: under the same lock, so that none is started behind the back of [#close].
    private synchronized Optional<WorkerProcess> start(WorkerOrder order) throws IOException {
        if (stop.getCount() == 0) {
            return Optional.empty();
        }
        WorkerProcess process = WorkerProcess.start(command, order, console, clock);
        running.add(process);
        return Optional.of(process);
    }

    private synchronized void ended(WorkerProcess process) {
        running.remove(process);
    }

    private void tellOthers(PeerDied news) {
        List<WorkerProcess> others;
        synchronized (this) {
            others = List.copyOf(running);
        }
        others.forEach(other -> other.tell(news));
    }

    /// Ends every worker that still runs: politely, after five seconds by force.
    @Override
    public void close() {
        List<WorkerProcess> left;
        synchronized (this) {
            stop.countDown();
            left = List.copyOf(running);
        }
        left.forEach(WorkerProcess::askToEnd);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        left.forEach(process -> process.endBy(deadline));
        clock.shutdown();
    }
}
