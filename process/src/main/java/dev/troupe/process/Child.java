package dev.troupe.process;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// A process that this one started and that belongs to it. It hears what it is to do over its standard input; see [Parent] for the other side. What it
/// prints goes to a console, line by line.
public final class Child {
    private static final long LAST_OUTPUT_MILLIS = 2_000;

    private final Process process;
    private List<Thread> pumps = List.of();

    private Child(Process process) {
        this.process = process;
    }

    public static Child start(ProcessBuilder builder) throws IOException {
        return new Child(builder.start());
    }

    /// What is said to a child.
    @FunctionalInterface
    public interface Words {
        void write(DataOutputStream out) throws IOException;
    }

    public long pid() {
        return process.pid();
    }

    public InputStream output() {
        return process.getInputStream();
    }

    public InputStream errors() {
        return process.getErrorStream();
    }

    /// Shows what comes from these streams, which are [#output] and [#errors] or stand between those and the console.
    ///
    /// @param name for the threads
    /// @param prefix before each line
    /// @param clock for lines that stay unfinished
    public void show(String name, String prefix, InputStream output, InputStream errors, Console console, ScheduledExecutorService clock) {
        pumps = List.of(
                Thread.ofPlatform().daemon().name("troupe-out-" + name)
                        .start(new LinePump(prefix, output, console, console.out(), clock)),
                Thread.ofPlatform().daemon().name("troupe-err-" + name)
                        .start(new LinePump(prefix, errors, console, console.err(), clock)));
    }

    /// Says something to it, as a whole. One that has ended hears nothing: waiting for it tells how it ended.
    public synchronized void tell(Words words) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            words.write(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
        try {
            bytes.writeTo(process.getOutputStream());
            process.getOutputStream().flush();
        } catch (IOException ended) {
            // said above
        }
    }

    /// Waits for its end and returns its exit code.
    public int await() throws InterruptedException {
        return process.waitFor();
    }

    /// After the end: waits for the rest of its output. What the child itself started may hold that open longer, and is not waited for.
    public void awaitOutput() throws InterruptedException {
        for (Thread pump : pumps) {
            pump.join(LAST_OUTPUT_MILLIS);
        }
    }

    /// Asks it to end, and lets go of it: what it prints from now on is not shown.
    public void dismiss() {
        process.destroy();
    }

    /// Ends it. By its handle: ending a [Process] would close its streams as well, and its last words were lost.
    public void stop(boolean force) {
        ProcessHandle handle = process.toHandle();
        boolean _ = force ? handle.destroyForcibly() : handle.destroy();
    }

    /// Whether it ended in time by itself; else it is killed.
    ///
    /// @param deadline in the time of [System#nanoTime()]
    public boolean endBy(long deadline) {
        try {
            boolean inTime = process.waitFor(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
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
