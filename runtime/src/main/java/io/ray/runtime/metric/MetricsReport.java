package io.ray.runtime.metric;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The metrics in the text format of Prometheus.
///
/// @param families the lines of each name, including the heading
public record MetricsReport(SortedMap<String, String> families) {
    public static final MetricsReport EMPTY = new MetricsReport(Collections.emptySortedMap());

    /// All metrics registered in this process, with its `pid` as an additional tag.
    public static MetricsReport ofThisProcess() {
        return Metrics.report("pid=\"" + ProcessHandle.current().pid() + "\"");
    }

    /// Both reports together: a name in both gets one heading.
    public MetricsReport and(MetricsReport other) {
        SortedMap<String, String> both = new TreeMap<>(families);
        other.families.forEach((name, lines) -> both.merge(name, lines, (first, second) -> first + withoutHeading(second)));
        return new MetricsReport(both);
    }

    private static String withoutHeading(String lines) {
        return lines.lines().filter(line -> !line.startsWith("#")).map(line -> line + "\n").collect(Collectors.joining());
    }

    public String text() {
        return String.join("", families.values());
    }
}
