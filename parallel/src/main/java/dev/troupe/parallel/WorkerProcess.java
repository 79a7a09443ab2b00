package dev.troupe.parallel;

import dev.troupe.process.Console;
import dev.troupe.process.LinePump;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// One life of a worker.
final class WorkerProcess {
    private static final long LAST_OUTPUT_MILLIS = 2_000;

    private final Process process;
    private final WorkerOrder order;
    /// News that came before the order was handed over; null afterwards. Guarded by `input`.
    private List<SiblingNews> early;
    private final DataOutputStream input;
    private final List<Thread> pumps;
    /// Whether its output is shown; not known before its own code has begun, or it has ended.
    private final CompletableFuture<Boolean> shown;

    private WorkerProcess(Process process, WorkerOrder order, List<PeerEnded> before, List<Thread> pumps,
            CompletableFuture<Boolean> shown) {
        this.process = process;
        this.order = order;
        this.early = new ArrayList<>(before);
        this.input = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
        this.pumps = pumps;
        this.shown = shown;
    }

    /// @param before who has ended before it is started
    static WorkerProcess start(List<String> command, WorkerOrder order, List<PeerEnded> before, Console console,
            ScheduledExecutorService clock)
            throws IOException {
        int nodeId = order.plan().nodeId();
        String prefix = "[" + nodeId + "] ";
        Process process = new ProcessBuilder(command).start();
        CompletableFuture<Boolean> shown = new CompletableFuture<>();
        List<Thread> pumps = List.of(
                Thread.ofPlatform().daemon().name("troupe-out-" + nodeId)
                        .start(new LinePump(prefix, process.getInputStream(), console, console.out(), clock)),
                Thread.ofPlatform().daemon().name("troupe-err-" + nodeId)
                        .start(new LinePump(prefix, new HeldOutput(process.getErrorStream(), shown), console, console.err(), clock)));
        return new WorkerProcess(process, order, before, pumps, shown);
    }

    /// Hands over the order and waits for the end.
    int await() throws InterruptedException {
        synchronized (input) {
            tell(order::write);
            early.forEach(news -> tell(news::send));
            early = null;
        }
        return process.waitFor();
    }

    /// Its own code runs.
    void begins() {
        shown.complete(true);
    }

    /// Whether its own code has ever run, as far as can be known.
    boolean hasBegun() {
        return shown.isDone();
    }

    /// After the end: waits for the rest of the output. What the worker itself started may hold that open longer; it is not waited for.
    ///
    /// @param early whether what it printed before its own code ran is shown
    void awaitOutput(boolean early) throws InterruptedException {
        shown.complete(early);
        for (Thread pump : pumps) {
            pump.join(LAST_OUTPUT_MILLIS);
        }
    }

    int nodeId() {
        return order.plan().nodeId();
    }

    void tell(SiblingNews news) {
        synchronized (input) {
            if (early != null) {
                early.add(news);
            } else {
                tell(news::send);
            }
        }
    }

    private interface Words {
        void write(DataOutputStream out) throws IOException;
    }

    /// Called with the lock of `input`.
    private void tell(Words words) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            words.write(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
        try {
            bytes.writeTo(input);
            input.flush();
        } catch (IOException expected) {
            // it has ended: waiting for it tells how
        }
    }

    /// How often its main was run again, as it noted itself.
    int retries() {
        return (int) noted(order.job().retries(order.plan().nodeId()));
    }

    /// How many messages it could not deliver before it ended, as it noted itself.
    long undelivered() {
        return noted(order.job().undelivered(order.plan().nodeId()));
    }

    private static long noted(Path where) {
        try {
            return Long.parseLong(Files.readString(where));
        } catch (IOException | NumberFormatException none) {
            return 0;
        }
    }

    /// What its main threw, as far as it could tell.
    Optional<Throwable> failure() {
        return MainFailure.read(order.job().failure(order.plan().nodeId()));
    }

    void askToEnd() {
        process.destroy();
    }

    /// Whether it ended in time by itself; else it is killed.
    boolean endBy(long deadlineNanos) {
        try {
            boolean inTime = process.waitFor(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (!inTime) {
                process.destroyForcibly().waitFor();
            }
            return inTime;
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
