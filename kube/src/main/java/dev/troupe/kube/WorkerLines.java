package dev.troupe.kube;

import dev.troupe.jobs.Jobs;
import dev.troupe.jobs.JobsException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// Reads the output of one worker until the worker has ended, and retries after an interruption or an error, on its own thread.
final class WorkerLines {
    private static final Duration PAUSE = Duration.ofMillis(300);

    private final LogTail log;
    private final Jobs.LineSink sink;
    private final Thread thread;
    private volatile boolean over;
    private volatile boolean ended;
    private final AtomicLong count = new AtomicLong();
    private volatile Optional<String> gap = Optional.of("it was still running");

    private WorkerLines(LogTail log, Jobs.LineSink sink) {
        this.log = log;
        this.sink = sink;
        thread = Thread.ofVirtual().name("troupe-logs-" + log.name()).unstarted(this::read);
    }

    static WorkerLines start(LogTail log, Jobs.LineSink sink) {
        WorkerLines lines = new WorkerLines(log, sink);
        lines.thread.start();
        return lines;
    }

    private void read() {
        boolean cut = true;
        while (!over) {
            try {
                // The state is read before the lines: when the worker had ended by then, its lines are complete.
                switch (log.state()) {
                    case RUNNING -> {
                        cut = true;
                        gap = Optional.of("it was still running");
                        log.follow(this::line);
                        cut = false;
                    }
                    case ENDED -> {
                        if (!ended) { // when it was refused before, that is the reason until it is read
                            gap = Optional.of("its last lines were not read in time");
                        }
                        ended = true;
                        log.read(this::line);
                        gap = Optional.empty();
                        return;
                    }
                    case GONE -> {
                        gap = cut ? Optional.of("its pod was deleted before its last lines were read") : Optional.empty();
                        return;
                    }
                }
            } catch (IOException e) {
                // The connection was cut, and the worker runs or has just ended: look again.
            } catch (JobsException e) {
                gap = Optional.of(e.getMessage());
            }
            pause();
        }
    }

    private void line(String worker, String line) {
        sink.line(worker, line);
        count.incrementAndGet();
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Waits until everything is read, but not longer than this time.
    void await(Duration time) throws InterruptedException {
        thread.join(time);
    }

    /// How many lines were read from a worker that has ended. As long as the number grows, waiting is worthwhile.
    long linesAfterTheEnd() {
        return ended ? count.get() : 0;
    }

    /// Why the output is incomplete, as the end of a sentence; empty if it is complete.
    Optional<String> gap() {
        return gap;
    }

    String worker() {
        return log.name();
    }

    void stop() {
        over = true;
        log.stop();
    }
}
