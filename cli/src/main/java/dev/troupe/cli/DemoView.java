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

/// Shows how the training goes: on a terminal a plot that is drawn again and again, elsewhere, and where there is no room for it, a line for each
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

    /// @param terminal how large the terminal is now; nothing when the output goes elsewhere
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

    /// Why it could not go on, if so.
    synchronized Optional<DemoNews.Failure> failure() {
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
            case DemoNews.Failure now -> failure = Optional.of(now);
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
        show(status());
    }

    private void evaluation(DemoNews.Evaluation now) {
        evaluations.add(now);
        show("%5d s  mean reward %5.1f after %,d steps".formatted(seconds(), now.reward(), now.steps()));
    }

    /// The plot with what has changed, or this line about it.
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

    /// Some terminals go to the next line as soon as the last column is written.
    private static int columns(TerminalSize size) {
        return size.columns() - 1;
    }

    /// A line that stays.
    synchronized void say(String text) {
        boolean again = !drawn.isEmpty();
        erase();
        out.println(text);
        out.flush();
        if (again) {
            draw();
        }
    }

    /// A line at the end, below the plot, which stays as it is.
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
            // In a window that is narrower by now they take more lines.
            int columns = size.orElseThrow().columns();
            int height = drawn.stream().mapToInt(line -> Math.max(1, Math.ceilDiv(line.length(), columns))).sum();
            // Up by so many lines, and clear what is below.
            out.print("\u001b[" + height + "A\u001b[J");
            drawn = List.of();
        }
    }
}
