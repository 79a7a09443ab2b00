package dev.troupe.task;

import dev.troupe.process.Console;
import dev.troupe.process.LinePump;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// One life of a worker.
final class WorkerProcess {
    private static final long LAST_OUTPUT_MILLIS = 2_000;

    private final Process process;
    private final WorkerOrder order;
    private final DataOutputStream input;
    private final List<Thread> pumps;

    private WorkerProcess(Process process, WorkerOrder order, List<Thread> pumps) {
        this.process = process;
        this.order = order;
        this.input = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
        this.pumps = pumps;
    }

    static WorkerProcess start(List<String> command, WorkerOrder order, Console console, ScheduledExecutorService clock)
            throws IOException {
        int nodeId = order.plan().nodeId();
        String prefix = "[" + nodeId + "] ";
        Process process = new ProcessBuilder(command).start();
        List<Thread> pumps = List.of(
                Thread.ofPlatform().daemon().name("troupe-out-" + nodeId)
                        .start(new LinePump(prefix, process.getInputStream(), console, console.out(), clock)),
                Thread.ofPlatform().daemon().name("troupe-err-" + nodeId)
                        .start(new LinePump(prefix, process.getErrorStream(), console, console.err(), clock)));
        return new WorkerProcess(process, order, pumps);
    }

    /// Hands over the order and waits for the end, the output included. What the worker itself started may hold its output open
    /// longer; it is not waited for.
    int await() throws InterruptedException {
        tell(order::write);
        int code = process.waitFor();
        for (Thread pump : pumps) {
            pump.join(LAST_OUTPUT_MILLIS);
        }
        return code;
    }

    void tell(PeerDied news) {
        tell(news::write);
    }

    private interface Words {
        void write(DataOutputStream out) throws IOException;
    }

    private void tell(Words words) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            words.write(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
        try {
            synchronized (input) {
                bytes.writeTo(input);
                input.flush();
            }
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

    void askToEnd() {
        process.destroy();
    }

    void endBy(long deadlineNanos) {
        try {
            if (!process.waitFor(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
