package dev.troupe.parallel;

import dev.troupe.process.Console;
import dev.troupe.process.ExitCode;
import dev.troupe.task.WorkerFailedException;
import dev.troupe.text.Durations;
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
import java.util.function.BiConsumer;

/// Starts the workers of one job on this machine, one thread for each, and waits until they end. However the launcher ends, no worker is left.
final class Supervisor implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /// Ctrl-C reaches workers and launcher, in any order; a JVM that is just starting may then end with any code.
    private static final Duration STOP_MAY_FOLLOW = Duration.ofSeconds(1);

    private final List<String> command;
    private final List<WorkerOrder> orders;
    private final Duration startupInterval;
    private final Doors doors;
    private final Console console;
    private final ScheduledExecutorService clock = new ScheduledThreadPoolExecutor(1,
            Thread.ofPlatform().daemon().name("troupe-console").factory(), new ThreadPoolExecutor.DiscardPolicy());
    private final List<WorkerProcess> running = new ArrayList<>();
    /// Workers that are not restarted; restarted ones must be told about them.
    private final List<PeerEnded> over = new ArrayList<>();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final AtomicReference<WorkerFailedException> firstFailure = new AtomicReference<>();

    Supervisor(List<String> command, List<WorkerOrder> orders, Duration startupInterval, Doors doors, Console console) {
        this.command = command;
        this.orders = orders;
        this.startupInterval = startupInterval;
        this.doors = doors;
        this.console = console;
    }

    /// Returns when all have ended; throws the failure of the first that failed.
    ///
    /// @param watcher is told where each worker listens
    Optional<WorkerFailedException> run(BiConsumer<WorkerPlan, Door> watcher) throws InterruptedException {
        doors.open((plan, door, before) -> {
            begins(plan.nodeId());
            boolean moved = before.isPresent() && !before.get().equals(door);
            if (moved) {
                tellOthers(new PeerMoved(before.get().nearby(), door.nearby()));
            }
            if (before.isEmpty() || moved) {
                watcher.accept(plan, door);
            }
        });
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
                boolean stopping = stopped(ExitCode.wasAskedTo(code) || !process.get().hasBegun() ? STOP_MAY_FOLLOW : Duration.ZERO);
                process.get().awaitOutput(!stopping);
                ended(process.get());
                if (stopping) {
                    return;
                }
                int retries = Math.max(order.retries(), process.get().retries());
                boolean again = code != 0 && retries < order.maxRetries();
                tellOthers(new PeerEnded(nodeId, doors.of(nodeId).nearby(), code, again));
                String how = ExitCode.inWords(code);
                if (!again) {
                    doors.gone(nodeId);
                    if (code != 0) {
                        fail(new WorkerFailedException(nodeId, code, how, process.get().failure()));
                    } else {
                        checkDelivery(process.get(), nodeId);
                    }
                    return;
                }
                order = order.after(retries + 1, doors.again(nodeId));
                order.job().beginAnew(nodeId);
                console.say("troupe: worker " + nodeId + " " + how + " and is restarted, retry " + order.retries()
                        + (order.maxRetries() == Integer.MAX_VALUE ? "" : " of " + order.maxRetries()));
                if (stopped(backoff.after(Duration.ofNanos(System.nanoTime() - started)))) {
                    return;
                }
            }
        } catch (IOException e) {
            doors.gone(nodeId);
            fail(new WorkerFailedException(nodeId, 1, "could not be started: " + e.getMessage(), Optional.of(e)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void checkDelivery(WorkerProcess process, int nodeId) {
        long undelivered = process.undelivered();
        if (undelivered > 0) {
            fail(new WorkerFailedException(nodeId, 1,
                    "ended with up to " + Numbers.counted(undelivered, "message") + " to its peers undelivered",
                    Optional.empty()));
        }
    }

    private void fail(WorkerFailedException failure) {
        firstFailure.compareAndSet(null, failure);
    }

    /// Waits that long; returns true if everything must stop.
    private boolean stopped(Duration wait) throws InterruptedException {
        return stop.await(wait.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// Nothing if everything must stop. Takes the same lock, so that no worker is started after [#close].
    private synchronized Optional<WorkerProcess> start(WorkerOrder order) throws IOException {
        if (stop.getCount() == 0) {
            return Optional.empty();
        }
        WorkerProcess process = WorkerProcess.start(command, order, List.copyOf(over), console, clock);
        running.add(process);
        return Optional.of(process);
    }

    private synchronized void begins(int nodeId) {
        running.stream().filter(process -> process.nodeId() == nodeId).forEach(WorkerProcess::begins);
    }

    private synchronized void ended(WorkerProcess process) {
        running.remove(process);
    }

    private void tellOthers(SiblingNews news) {
        List<WorkerProcess> others;
        synchronized (this) {
            if (news instanceof PeerEnded ended && !ended.comesBack()) {
                over.add(ended);
            }
            others = List.copyOf(running);
        }
        others.forEach(other -> other.tell(news));
    }

    /// Asks every worker that still runs to end and kills it after five seconds.
    @Override
    public void close() {
        List<WorkerProcess> left;
        synchronized (this) {
            stop.countDown();
            left = List.copyOf(running);
        }
        left.forEach(WorkerProcess::askToEnd);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (WorkerProcess process : left) {
            if (!process.endBy(deadline)) {
                console.say("troupe: worker " + process.nodeId() + " had not ended after " + Durations.text(PATIENCE)
                        + " and was killed; its undelivered messages are lost");
            }
        }
        clock.shutdown();
        doors.close();
    }
}
