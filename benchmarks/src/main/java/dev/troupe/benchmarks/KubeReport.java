package dev.troupe.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The table of the operator, measured by [KubeWork] with a real API server.
final class KubeReport {
    private final Table table = new Table("Measure", "Ours:", "Target", "Met");
    private final Map<String, Double> figures;
    private boolean allMet = true;

    /// Measures.
    KubeReport(Path home) throws IOException, InterruptedException {
        System.err.println("measuring: the operator, with a real API server");
        String path = home.resolve("benchmarks/target/classes") + ":" + home.resolve("benchmarks/target/lib") + "/*";
        figures = Measured.run(Measured.java(List.of("-Xmx1g"), path, "KubeWork", home.toString(), path));
    }

    /// True when every target was met.
    boolean print() {
        row("DIJob of 4 pods: time until all pods exist, idle operator, p50", "idle.p50", "%.0f ms", 300);
        row("the same, p90", "idle.p90", "%.0f ms", Double.NaN);
        row("500 DIJobs of 4 pods at once: time until all 2,000 pods exist", "burst.seconds", "%.1f s", 120);
        row("the same: jobs without their pods", "burst.missed", "%.0f", 0);
        row("the same: operator's heap after a collection", "burst.heap", "%.0f MB", 300);
        row("the same: operator's resident memory, maximum", "burst.resident", "%.0f MB", Double.NaN);
        row("1,000 finished jobs: API writes in a minute, except for the lease", "steady.writes", "%.0f", 0);
        row("the same: CPU time, of one core", "steady.core", "%.2f %%", 1);
        row("operator killed amid 100 new jobs beside 1,000: time until all jobs are correct", "restart.seconds", "%.1f s", 30);
        row("the same: part of it until the lease of the killed operator expires", "restart.lease", "%.1f s", Double.NaN);
        row("the same: pods created twice", "restart.twice", "%.0f", 0);
        row("the same: writes to the finished jobs", "restart.writes", "%.0f", 0);
        row("operator of 512 MB killed beside 10 DIJobs of 1,000 pods: time until all jobs are correct", "large.seconds", "%.1f s", 60);
        row("the same: operator's resident memory, maximum", "large.resident", "%.0f MB", 512);
        row("the same: operator's heap after a collection", "large.heap", "%.0f MB", Double.NaN);
        table.print();
        return allMet;
    }

    /// @param most not a number for figures that only inform
    private void row(String measure, String name, String format, double most) {
        double value = figures.getOrDefault(name, Double.NaN);
        boolean met = Double.isNaN(most) || value <= most;
        allMet &= met;
        String limit = most == 0 ? "0" : "≤ " + String.format(Locale.ROOT, format.replaceAll("\\.\\d", ".0"), most);
        table.row(measure, String.format(Locale.ROOT, format, value), Double.isNaN(most) ? "" : limit,
                Double.isNaN(most) ? "" : met ? "yes" : "NO");
    }
}
