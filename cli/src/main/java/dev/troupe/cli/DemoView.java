package dev.troupe.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/// Shows how the training goes: on a terminal a plot that is drawn again and again, elsewhere a line for each evaluation.
final class DemoView {
    private final PrintWriter out;
    private final boolean live;
    private final boolean unicode;
    private final LongSupplier nanoTime;
    private final long began;
    private final List<DemoNews.Evaluation> earlier = new ArrayList<>();
    private final List<DemoNews.Evaluation> evaluations = new ArrayList<>();
    private Optional<String> failure = Optional.empty();
    private DemoNews.Progress progress = new DemoNews.Progress(0, 0, 0, 0);
    private double stepsPerSecond;
    private long progressed;
    private int drawn;

    DemoView(PrintWriter out, boolean live, boolean unicode, LongSupplier nanoTime) {
        this.out = out;
        this.live = live;
        this.unicode = unicode;
        this.nanoTime = nanoTime;
        began = nanoTime.getAsLong();
        progressed = began;
    }

    synchronized long seconds() {
        return (nanoTime.getAsLong() - began) / 1_000_000_000;
    }

    synchronized Optional<DemoNews.Evaluation> best() {
        return evaluations.stream().max(Comparator.comparingDouble(DemoNews.Evaluation::reward));
    }

    /// Why it could not go on, if so.
    synchronized Optional<String> failure() {
        return failure;
    }

    /// What was reached before this run, for the plot.
    synchronized void earlier(List<DemoNews.Evaluation> points) {
        earlier.addAll(points);
    }

    /// A line that the training printed.
    synchronized void line(String line) {
        switch (DemoNews.of(line)) {
            case DemoNews.Progress now -> progress(now);
            case DemoNews.Evaluation now -> evaluation(now);
            case DemoNews.Failure(String why) -> failure = Optional.of(why);
            case DemoNews.Remark _ when failure.isPresent() -> {
                // a stack trace, or who else has ended: all is said
            }
            case DemoNews.Remark remark -> say(remark.text());
        }
    }

    private void progress(DemoNews.Progress now) {
        long nanos = nanoTime.getAsLong();
        // A learner that was started again has gone back a little.
        stepsPerSecond = Math.max(0, now.steps() - progress.steps()) * 1e9 / Math.max(1, nanos - progressed);
        progressed = nanos;
        progress = now;
        if (live) {
            draw();
        } else {
            out.println(status());
            out.flush();
        }
    }

    private void evaluation(DemoNews.Evaluation now) {
        evaluations.add(now);
        if (live) {
            draw();
        } else {
            out.println("%5d s  mean reward %5.1f after %,d steps".formatted(seconds(), now.reward(), now.steps()));
            out.flush();
        }
    }

    /// A line that stays.
    synchronized void say(String text) {
        int height = drawn;
        erase();
        out.println(text);
        out.flush();
        if (height > 0) {
            draw();
        }
    }

    /// A line at the end, below the plot, which stays as it is.
    synchronized void conclude(String text) {
        drawn = 0;
        out.println(text);
        out.flush();
    }

    private String status() {
        return String.format(Locale.ROOT, "%5d s  %,d steps  %,d episodes  %,d iterations  %,.0f steps/s  %,d events/s", seconds(),
                progress.steps(), progress.episodes(), progress.iterations(), stepsPerSecond, progress.eventsPerSecond());
    }

    private void draw() {
        erase();
        List<DemoNews.Evaluation> all = Stream.concat(earlier.stream(), evaluations.stream()).toList();
        List<String> lines = new ArrayList<>(new RewardPlot(all, unicode).lines());
        lines.add(status());
        lines.forEach(out::println);
        out.flush();
        drawn = lines.size();
    }

    private void erase() {
        if (drawn > 0) {
            // Up by so many lines, and clear what is below.
            out.print("\u001b[" + drawn + "A\u001b[J");
            drawn = 0;
        }
    }
}
