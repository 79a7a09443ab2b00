package dev.troupe.systemtests;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A command at work.
final class Running implements AutoCloseable {
    private static final Duration IN_TIME = Duration.ofSeconds(90);

    private final Process process;
    private final List<Thread> readers;
    private final List<String> out = new ArrayList<>();
    private final List<String> err = new ArrayList<>();

    Running(ProcessBuilder builder) throws IOException {
        process = builder.redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null"))).start();
        readers = List.of(reader(process.getInputStream(), out), reader(process.getErrorStream(), err));
    }

    private Thread reader(InputStream from, List<String> to) {
        return Thread.ofPlatform().daemon().start(() -> {
            try (var lines = new BufferedReader(new InputStreamReader(from, UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) add(to, line);
            } catch (IOException expected) {
                // it was ended, and its streams with it
            }
            synchronized (this) {
                notifyAll();
            }
        });
    }

    private synchronized void add(List<String> to, String line) {
        to.add(line);
        notifyAll();
    }

    long pid() {
        return process.pid();
    }

    /// Waits for a line on either stream, also one that is there already.
    Matcher awaitLine(String regex) throws InterruptedException {
        return awaitLine(regex, IN_TIME);
    }

    synchronized Matcher awaitLine(String regex, Duration timeout) throws InterruptedException {
        var pattern = Pattern.compile(regex);
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            var found = lines().map(pattern::matcher).filter(Matcher::find).findFirst();
            if (found.isPresent()) return found.get();
            long left = deadline - System.nanoTime();
            if (left <= 0 || readers.stream().noneMatch(Thread::isAlive)) {
                throw new AssertionError((left <= 0 ? "after " + timeout : "it ended and there was") + " no line " + regex + ":\n" + this);
            }
            wait(Math.max(1, Math.min(1000, left / 1_000_000)));
        }
    }

    synchronized Stream<String> lines() {
        return Stream.concat(out.stream(), err.stream()).toList().stream();
    }

    /// The process id that a worker printed.
    long pidOf(int node) throws InterruptedException {
        return Long.parseLong(awaitLine("^\\[" + node + "] pid (\\d+)").group(1));
    }

    /// Sends a signal to it, or to another process.
    static void signal(String name, long pid) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
        if (code != 0) throw new AssertionError("kill -" + name + " " + pid + ": " + code);
    }

    /// Waits for its end.
    Ended ended() throws InterruptedException {
        return ended(IN_TIME);
    }

    Ended ended(Duration timeout) throws InterruptedException {
        if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS))
            throw new AssertionError("it goes on after " + timeout + ":\n" + this);
        for (var reader : readers) reader.join();
        synchronized (this) {
            return new Ended(process.exitValue(), List.copyOf(out), List.copyOf(err));
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /// Ends it with everything it started.
    @Override
    public void close() {
        var all = Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(each -> {
            try {
                each.onExit().get(10, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new IllegalStateException("process " + each.pid() + " cannot be ended", e);
            }
        });
    }

    /// The resident memory of a process.
    static long residentMegabytes(long pid) {
        try (var lines = java.nio.file.Files.lines(java.nio.file.Path.of("/proc", Long.toString(pid), "status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:")).mapToLong(line -> Long.parseLong(line.replaceAll("\\D", ""))).sum()
                    / 1024;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized String toString() {
        return "--- out\n" + String.join("\n", out) + "\n--- err\n" + String.join("\n", err) + "\n";
    }
}
