package dev.troupe.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Shows the progress of the training: on a terminal a plot that is redrawn; otherwise, or if the terminal is too small, one line for each
/// evaluation.
final class DemoView {
    private final PrintWriter out;
    private final Supplier<Optional<TerminalSize>> terminal;
    private final boolean unicode;
    private final LongSupplier nanoTime;
    private final long began;
    private final List<DemoNews.Evaluation> earlier = new ArrayList<>();
    private final List<DemoNews.Evaluation> evaluations = new ArrayList<>();
    private Optional<DemoNews.Failure> failure = Optional.empty();
    private DemoNews.Progress progress = new DemoNews.Progress(0, 0, 0, 0);
    private double stepsPerSecond;
    private long progressed;
    private Optional<TerminalSize> size = Optional.empty();
    private List<String> drawn = List.of();

    /// @param terminal the present size of the terminal; empty if the output is not a terminal
    DemoView(PrintWriter out, Supplier<Optional<TerminalSize>> terminal, boolean unicode, LongSupplier nanoTime) {
        this.out = out;
        this.terminal = terminal;
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

    /// Why the training could not continue, if it failed.
    synchronized Optional<DemoNews.Failure> failure() {
        return failure;
    }

    /// The evaluations of earlier runs, for the plot.
    synchronized void earlier(List<DemoNews.Evaluation> points) {
        earlier.addAll(points);
    }

    /// A line that the training printed.
    synchronized void line(String line) {
        switch (DemoNews.of(line)) {
            case DemoNews.Progress now -> progress(now);
            case DemoNews.Evaluation now -> evaluation(now);
            case DemoNews.Failure now -> failure = Optional.of(now);
            case DemoNews.Remark _ when failure.isPresent() -> {
                // a stack trace, or the end of other processes: the failure has already been reported
            }
            case DemoNews.Remark remark -> say(remark.text());
        }
    }

    private void progress(DemoNews.Progress now) {
        long nanos = nanoTime.getAsLong();
        // A restarted learner has gone back to its last checkpoint.
        stepsPerSecond = Math.max(0, now.steps() - progress.steps()) * 1e9 / Math.max(1, nanos - progressed);
        progressed = nanos;
        progress = now;
        show(status());
    }

    private void evaluation(DemoNews.Evaluation now) {
        evaluations.add(now);
        show("%5d s  mean reward %5.1f after %,d steps".formatted(seconds(), now.reward(), now.steps()));
    }

    /// Redraws the plot, or prints this line instead.
    private void show(String line) {
        size = terminal.get();
        if (fits()) {
            draw();
        } else {
            drawn = List.of();
            out.println(line);
            out.flush();
        }
    }

    /// Whether there is room for the plot, the status line and the line that the cursor is in.
    private boolean fits() {
        return size.filter(now -> columns(now) >= RewardPlot.LEAST_COLUMNS && now.rows() >= RewardPlot.LINES + 2).isPresent();
    }

    /// Some terminals start a new line as soon as the last column is written.
    private static int columns(TerminalSize size) {
        return size.columns() - 1;
    }

    /// Prints a line that stays above the plot.
    synchronized void say(String text) {
        boolean again = !drawn.isEmpty();
        erase();
        out.println(text);
        out.flush();
        if (again) {
            draw();
        }
    }

    /// Prints a line at the end, below the plot.
    synchronized void conclude(String text) {
        drawn = List.of();
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
        int columns = columns(size.orElseThrow());
        drawn = Stream.concat(new RewardPlot(all, unicode, columns).lines().stream(), Stream.of(status()))
                .map(line -> line.substring(0, Math.min(line.length(), columns))).toList();
        drawn.forEach(out::println);
        out.flush();
    }

    private void erase() {
        if (!drawn.isEmpty()) {
            // If the window has become narrower, they take more lines.
            int columns = size.orElseThrow().columns();
            int height = drawn.stream().mapToInt(line -> Math.max(1, Math.ceilDiv(line.length(), columns))).sum();
            // Move up by this many lines and clear everything below.
            out.print("\u001b[" + height + "A\u001b[J");
            drawn = List.of();
        }
    }
}
