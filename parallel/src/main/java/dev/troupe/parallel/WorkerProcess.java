package dev.troupe.parallel;

import dev.troupe.process.Child;
import dev.troupe.process.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;

/// One process of a worker; a restart creates another.
final class WorkerProcess {
    private final Child child;
    private final WorkerOrder order;
    /// Messages that arrived before the order was sent; null afterwards. Guarded by this.
    private List<SiblingNews> early;
    /// Whether its output is shown; unknown until its own code has begun or it has ended.
    private final CompletableFuture<Boolean> shown;

    private WorkerProcess(Child child, WorkerOrder order, List<PeerEnded> before, CompletableFuture<Boolean> shown) {
        this.child = child;
        this.order = order;
        this.early = new ArrayList<>(before);
        this.shown = shown;
    }

    /// @param before the workers that have ended before it is started
    static WorkerProcess start(List<String> command, WorkerOrder order, List<PeerEnded> before, Console console,
            ScheduledExecutorService clock)
            throws IOException {
        int nodeId = order.plan().nodeId();
        Child child = Child.start(new ProcessBuilder(command));
        CompletableFuture<Boolean> shown = new CompletableFuture<>();
        child.show(Integer.toString(nodeId), "[" + nodeId + "] ", child.output(), new HeldOutput(child.errors(), shown), console, clock);
        return new WorkerProcess(child, order, before, shown);
    }

    /// Sends the order and waits for the end.
    int await() throws InterruptedException {
        synchronized (this) {
            child.tell(order::write);
            early.forEach(news -> child.tell(news::send));
            early = null;
        }
        return child.await();
    }

    /// Its own code has begun.
    void begins() {
        shown.complete(true);
    }

    /// Whether its own code has ever run, as far as it is known.
    boolean hasBegun() {
        return shown.isDone();
    }

    /// After the end: waits for the rest of the output.
    ///
    /// @param early whether the output from before its own code ran is shown
    void awaitOutput(boolean early) throws InterruptedException {
        shown.complete(early);
        child.awaitOutput();
    }

    int nodeId() {
        return order.plan().nodeId();
    }

    synchronized void tell(SiblingNews news) {
        if (early != null) {
            early.add(news);
        } else {
            child.tell(news::send);
        }
    }

    /// How often its main was run again, according to its own report.
    int retries() {
        return (int) noted(order.job().retries(order.plan().nodeId()));
    }

    /// How many messages it could not deliver before it ended, according to its own report.
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

    /// The exception of its main, if it could be reported.
    Optional<Throwable> failure() {
        return MainFailure.read(order.job().failure(order.plan().nodeId()));
    }

    void askToEnd() {
        child.dismiss();
    }

    /// Whether it ended by itself in time; otherwise it is killed.
    boolean endBy(long deadlineNanos) {
        return child.endBy(deadlineNanos);
    }
}
