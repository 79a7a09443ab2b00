package dev.troupe.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;

/// The table of remote functions: the floor of the same run, Ray where it is installed, and this runtime in both of its modes.
final class RemoteReport {
    private final Table table = new Table("Measure", "Floor:", "Ray, Python:", "Ray, Java:", "In this JVM:", "Worker processes:", "Target",
            "Met");
    private final Map<String, Double> embedded;
    private final Map<String, Double> workers;
    private final Map<String, Double> python;
    private final Map<String, Double> java;
    private boolean allMet = true;

    /// Measures.
    RemoteReport(Path home) throws IOException, InterruptedException {
        RemoteRuns runs = new RemoteRuns(home);
        embedded = runs.embedded();
        workers = runs.withWorkers();
        RayRuns ray = new RayRuns(home);
        ray.run();
        python = ray.python();
        java = ray.java();
    }

    /// True when every target was met.
    boolean print() {
        row("tasks, one at a time", "task.single", RemoteReport::rate).ofFloor(0.35).timesRay(7).end();
        row("tasks, 1,000 in flight", "task.burst", RemoteReport::rate).atLeast(100_000).timesRay(30).end();
        row("actor calls, one at a time", "actor.single", RemoteReport::rate).ofFloor(0.45).timesRay(5).end();
        row("actor calls, 1,000 in flight", "actor.burst", RemoteReport::rate).atLeast(150_000).timesRay(15).end();
        row("tasks, 1,000 in flight, array argument changed at once", "task.copied", RemoteReport::rate).embeddedAtLeast(300_000).end();
        row("small puts", "put.small", RemoteReport::rate).atLeast(200_000).end();
        row("`byte[]` of 100 MiB, put", "put.bytes", RemoteReport::bytes).ofFloor(1 / 3.0).timesRayJava(7).end();
        row("`float[]` of 100 MiB, put", "put.floats", RemoteReport::bytes).ofFloor(1 / 3.0).timesRayJava(7).end();
        row("`byte[]` of 100 MiB, read as array elsewhere", "read.bytes", RemoteReport::bytes).ofFloor(0.7).end();
        row("`float[]` of 100 MiB, read as array elsewhere", "read.floats", RemoteReport::bytes).ofFloor(0.7).end();
        row("`byte[]` of 100 MiB, read as `MemorySegment` elsewhere", "segment.seconds", RemoteReport::millis).quickerThanArray(10).end();
        row("one `wait` on 1,000 ready results", "wait", RemoteReport::rate).timesRayJava(10).end();
        row("an object with 10,000 references, read", "references", RemoteReport::rate).timesRayJava(10).end();
        row("actors created, shared worker", "actors.shared", RemoteReport::rate).atLeast(5000).end();
        row("actors created one after another, each its own process", "actors.process", RemoteReport::rate).atLeast(10).end();
        row("actors created, each its own process and JVM options", "actors.unlike", RemoteReport::rate).atLeast(3).end();
        row("`Ray.init()` to first result, median of 5", "start", RemoteReport::seconds).atMost(1.5).embeddedAtMost(0.8).end();
        row("1,000,000 tasks queued: driver memory for each", "queue.bytes", value -> String.format(Locale.ROOT, "%.0f B", value))
                .atMost(600).end();
        row("1,000 tasks of 10 ms, of the ideal time", "classic", value -> String.format(Locale.ROOT, "%.2f", value)).atMost(1.1).end();
        row("actor call while tasks keep all cores busy for 30 s, p99", "busy.p99", RemoteReport::millis).atMost(0.1).end();
        table.print();
        return allMet;
    }

    private Row row(String measure, String name, DoubleFunction<String> shown) {
        return new Row(measure, name, shown);
    }

    /// One line that grows its conditions.
    private final class Row {
        private final String measure;
        private final String name;
        private final DoubleFunction<String> shown;
        private final double value;
        private final List<String> conditions = new ArrayList<>();
        private boolean met = true;

        Row(String measure, String name, DoubleFunction<String> shown) {
            this.measure = measure;
            this.name = name;
            this.shown = shown;
            this.value = workers.getOrDefault(name, Double.NaN);
        }

        Row atLeast(double least) {
            return condition("≥ " + shown.apply(least), value >= least);
        }

        Row atMost(double most) {
            return condition("≤ " + shown.apply(most), value <= most);
        }

        Row embeddedAtLeast(double least) {
            return condition("≥ " + shown.apply(least) + " in this JVM", embedded.getOrDefault(name, Double.NaN) >= least);
        }

        Row embeddedAtMost(double most) {
            return condition("≤ " + shown.apply(most) + " in this JVM", embedded.getOrDefault(name, Double.NaN) <= most);
        }

        /// What is copied takes longer the more there is.
        Row quickerThanArray(double times) {
            double ratio = workers.getOrDefault("segment.ratio", Double.NaN);
            return condition(String.format(Locale.ROOT, "not copied: ≥ %.0f × as quick as the array (%.0f)", times, ratio), ratio >= times);
        }

        Row ofFloor(double share) {
            double ratio = workers.getOrDefault("ratio." + name, Double.NaN);
            return condition(String.format(Locale.ROOT, "≥ %.2f of the floor (%.2f)", share, ratio), ratio >= share);
        }

        Row timesRay(double times) {
            return times("Ray", times, Math.max(python.getOrDefault(name, Double.NEGATIVE_INFINITY), java.getOrDefault(name,
                    Double.NEGATIVE_INFINITY)));
        }

        Row timesRayJava(double times) {
            return times("Ray's Java", times, java.getOrDefault(name, Double.NEGATIVE_INFINITY));
        }

        private Row times(String whose, double times, double theirs) {
            String text = String.format(Locale.ROOT, "≥ %.0f × %s ", times, whose);
            return theirs > 0 ? condition(text + String.format(Locale.ROOT, "(%.1f)", value / theirs), value / theirs >= times)
                    : condition(text + "(not measured)", true);
        }

        private Row condition(String text, boolean holds) {
            conditions.add(text);
            met &= holds;
            return this;
        }

        void end() {
            allMet &= met;
            table.row(measure, cell(workers, "floor." + name), cell(python, name), cell(java, name), cell(embedded, name),
                    cell(workers, name), String.join(", ", conditions), conditions.isEmpty() ? "" : met ? "yes" : "NO");
        }

        private String cell(Map<String, Double> figures, String key) {
            return figures.containsKey(key) ? shown.apply(figures.get(key)) : "";
        }
    }

    private static String rate(double perSecond) {
        return perSecond >= 1e6 ? String.format(Locale.ROOT, "%.1f M/s", perSecond / 1e6)
                : String.format(Locale.ROOT, perSecond < 100 ? "%.1f/s" : "%,.0f/s", perSecond);
    }

    private static String bytes(double perSecond) {
        return String.format(Locale.ROOT, "%.1f GB/s", perSecond / 1e9);
    }

    private static String millis(double seconds) {
        return String.format(Locale.ROOT, "%.2f ms", seconds * 1e3);
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.2f s", seconds);
    }
}
