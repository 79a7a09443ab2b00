package dev.troupe.node;

import dev.troupe.head.ProcessKey;
import dev.troupe.head.StartFailure;
import dev.troupe.process.Child;
import dev.troupe.process.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// The life of one worker process, on a thread of its own.
final class WorkerProcess {
    /// By which a JVM ends that cannot begin with the options it was given.
    private static final int REFUSED = 1;
    private static final String STOPPED_EARLY = "it was stopped before it started";

    private final WorkerOrder order;
    private final WorkerLauncher launcher;
    private final SessionDirectory session;
    private final Console console;
    private final ScheduledExecutorService clock;
    private final LongSupplier endsAt;
    private final Thread thread;
    private Future<?> deadline;

    // Guarded by this.
    private Optional<Child> process = Optional.empty();
    private boolean asked;
    private boolean late;

    /// What the life ends in.
    sealed interface End {
        /// It never came as far as main.
        record Failed(String why, StartFailure cause) implements End {}

        record Ended(HowItEnded how, WorkerLogs logs) implements End {}
    }

    interface Watcher {
        void started(ProcessKey process, long pid);

        void gone(WorkerProcess worker, End end);
    }

    WorkerProcess(WorkerOrder order, WorkerLauncher launcher, SessionDirectory session, Console console, ScheduledExecutorService clock,
            LongSupplier endsAt, Watcher watcher) {
        this.order = order;
        this.launcher = launcher;
        this.session = session;
        this.console = console;
        this.clock = clock;
        this.endsAt = endsAt;
        this.thread = Thread.ofPlatform().daemon().name("troupe-worker-" + order.number())
                .unstarted(() -> watcher.gone(this, live(watcher)));
    }

    void begin() {
        deadline = clock.schedule(this::overdue, order.patience().toMillis(), TimeUnit.MILLISECONDS);
        thread.start();
    }

    ProcessKey key() {
        return order.process();
    }

    private End live(Watcher watcher) {
        Path board = session.board(order.number());
        try {
            ProcessBuilder builder = launcher.prepare(order);
            RunningBoard.create(board);
            if (endsAt.getAsLong() != 0) {
                RunningBoard.deadline(board, endsAt.getAsLong());
            }
            WorkerLogs logs = launcher.logs().logs(order.number());
            Optional<Child> started = start(builder);
            if (started.isEmpty()) {
                logs.remove();
                return stoppedEarly();
            }
            Child worker = started.get();
            worker.show(Integer.toString(order.number()), "(worker pid=" + worker.pid() + ") ", logs.out(worker), logs.err(worker), console,
                    clock);
            worker.tell(out -> WorkerLife.hand(order.arguments(), out));
            watcher.started(order.process(), worker.pid());
            int code = worker.await();
            worker.awaitOutput();
            logs.close();
            return end(worker.pid(), code, RunningBoard.read(board), logs);
        } catch (IOException e) {
            return unwanted() ? stoppedEarly()
                    : new End.Failed(e.getMessage() == null ? e.toString() : e.getMessage(), cause(e));
        } catch (InterruptedException e) {
            return stoppedEarly();
        } finally {
            deadline.cancel(false);
            boolean _ = Thread.interrupted(); // the watcher is not meant
            remove(board);
            remove(session.socket(order.number()));
            remove(session.arguments(order.number()));
        }
    }

    private static StartFailure cause(IOException e) {
        return switch (e) {
            case WrongSettingsException _ -> StartFailure.SETTINGS;
            case NoProcessException _ -> StartFailure.DEATH;
            default -> StartFailure.SETUP;
        };
    }

    /// None when it is not wanted any more.
    private synchronized Optional<Child> start(ProcessBuilder builder) throws IOException {
        if (!asked) {
            try {
                process = Optional.of(Child.start(builder));
            } catch (IOException e) {
                throw TooLong.of(builder.environment(), e).orElseGet(() -> new NoProcessException(e));
            }
        }
        return process;
    }

    private synchronized boolean unwanted() {
        return asked;
    }

    private synchronized End stoppedEarly() {
        return late
                ? new End.Failed("it was not ready after " + order.patience().toSeconds() + " s; increase setup-timeout-seconds",
                        StartFailure.SETTINGS)
                : new End.Failed(STOPPED_EARLY, StartFailure.DEATH);
    }

    /// It has had all the time it may take.
    private synchronized void overdue() {
        if (!asked && !isUp()) {
            late = true;
            stop(true);
        }
    }

    private boolean isUp() {
        try {
            return process.isPresent() && RunningBoard.read(session.board(order.number())).up();
        } catch (IOException e) {
            return true; // the board is gone: so is the worker
        }
    }

    private synchronized End end(long pid, int code, RunningBoard.Reading board, WorkerLogs logs) {
        List<String> tail = logs.tail();
        String how = asked ? "was stopped" : Ending.inWords(code, board.leaving(), tail);
        if (late) {
            logs.remove();
            return stoppedEarly();
        }
        if (!board.up() && !asked) {
            logs.remove();
            String words = tail.isEmpty() ? "" : "; its output:\n    " + String.join("\n    ", tail);
            return new End.Failed("its JVM " + how + " while it started" + words,
                    code == REFUSED ? StartFailure.SETTINGS : StartFailure.DEATH);
        }
        boolean well = asked || code == 0;
        Set<Long> ran = board.ran();
        return new End.Ended(new HowItEnded(pid, asked, code, how, ran, tail, well ? List.of() : logs.files()), logs);
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            System.getLogger("dev.troupe.node").log(System.Logger.Level.WARNING, "{0} could not be removed: {1}", file, e.toString());
        }
    }

    synchronized void stop(boolean force) {
        asked = true;
        if (process.isEmpty()) {
            thread.interrupt();
            return;
        }
        process.get().stop(force);
    }

    /// Whether it is gone, its watcher told, before the time is over.
    boolean awaitEnd(long deadlineNanos) throws InterruptedException {
        if (thread == Thread.currentThread()) {
            return true;
        }
        long left = deadlineNanos - System.nanoTime();
        return left > 0 ? thread.join(Duration.ofNanos(left)) : !thread.isAlive();
    }

    /// The machine gives us no process: it has too many, or too little memory. What the worker asked for is not to blame.
    private static final class NoProcessException extends IOException {
        private static final long serialVersionUID = 1L;

        NoProcessException(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }
}
