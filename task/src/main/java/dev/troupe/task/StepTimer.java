package dev.troupe.task;

import dev.troupe.text.Durations;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// Measures how long each middleware takes, and logs the means every `every` steps.
///
/// ```java
/// task.wrap(StepTimer.every(100));
/// // step 100: play 12.31 ms, train 40.07 ms (mean of 100 steps)
/// ```
///
/// The deferred actions of a middleware count as its own, except in async mode, where the deferred actions of several middleware mix.
public final class StepTimer<C extends Context> implements UnaryOperator<Middleware<C>> {
    private final long every;
    private final Consumer<String> log;
    private final LongSupplier nanoTime;
    private final AtomicLong reportedStep = new AtomicLong(-1);
    private final Map<String, Times> sinceReport = new LinkedHashMap<>();
    private final Map<String, Times> all = new LinkedHashMap<>();

    private record Times(long nanos, long count) {
        Duration mean() {
            return Duration.ofNanos(nanos / Math.max(1, count));
        }
    }

    StepTimer(long every, Consumer<String> log, LongSupplier nanoTime) {
        if (every < 1) {
            throw new IllegalArgumentException("a report every " + every + " steps; at least 1 is needed");
        }
        this.every = every;
        this.log = log;
        this.nanoTime = nanoTime;
    }

    /// A timer that logs every `every` steps.
    public static <C extends Context> StepTimer<C> every(long steps) {
        System.Logger logger = System.getLogger("dev.troupe.task");
        return new StepTimer<>(steps, line -> logger.log(System.Logger.Level.INFO, line), System::nanoTime);
    }

    /// The same kind of timer, which passes its lines to the program.
    public StepTimer<C> to(Consumer<String> lines) {
        return new StepTimer<>(every, lines, nanoTime);
    }

    /// The mean time of each middleware since the start.
    public synchronized Map<String, Duration> means() {
        return means(all);
    }

    private static Map<String, Duration> means(Map<String, Times> times) {
        Map<String, Duration> means = new LinkedHashMap<>();
        times.forEach((name, time) -> means.put(name, time.mean()));
        return means;
    }

    @Override
    public Middleware<C> apply(Middleware<C> middleware) {
        String name = middleware.name();
        return ctx -> {
            deferReport(ctx);
            // Deferred actions run last in, first out: between these two run the actions that the middleware deferred.
            AtomicLong began = new AtomicLong();
            Thread thread = Thread.currentThread();
            ctx.defer(() -> {
                if (began.get() != 0 && thread.equals(Thread.currentThread())) {
                    add(name, nanoTime.getAsLong() - began.get(), 0);
                }
            });
            long start = nanoTime.getAsLong();
            try {
                middleware.run(ctx);
            } finally {
                add(name, nanoTime.getAsLong() - start, 1);
            }
            ctx.defer(() -> began.set(nanoTime.getAsLong()));
        };
    }

    /// The first middleware of a step defers the report, so all other deferred actions run before it.
    private void deferReport(C ctx) {
        long step = ctx.step();
        if (step % every == 0 && reportedStep.getAndSet(step) != step) {
            ctx.defer(() -> log.accept(report(step)));
        }
    }

    private synchronized String report(long step) {
        String times = means(sinceReport).entrySet().stream().map(mean -> mean.getKey() + " " + Durations.text(mean.getValue()))
                .collect(Collectors.joining(", "));
        long steps = sinceReport.values().stream().mapToLong(Times::count).max().orElse(0);
        sinceReport.clear();
        return "step " + step + ": " + times + (steps == 1 ? "" : " (mean of " + steps + " steps)");
    }

    private synchronized void add(String name, long nanos, int count) {
        Times more = new Times(nanos, count);
        sinceReport.merge(name, more, StepTimer::sum);
        all.merge(name, more, StepTimer::sum);
    }

    private static Times sum(Times a, Times b) {
        return new Times(a.nanos + b.nanos, a.count + b.count);
    }
}
