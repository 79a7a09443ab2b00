package io.ray.runtime.metric;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Metrics in the text format of Prometheus.
final class PrometheusText {
    private static final String PREFIX = "ray_";

    /// By name: all values of one name are listed together, under one heading.
    private final Map<String, StringBuilder> families = new TreeMap<>();

    private final String tag;

    private PrometheusText(String tag) {
        this.tag = tag;
    }

    /// @param tag an additional tag for each; may be empty
    static MetricsReport of(Collection<Metric> metrics, String tag) {
        PrometheusText text = new PrometheusText(tag);
        metrics.forEach(metric -> metric.report(text));
        TreeMap<String, String> families = new TreeMap<>();
        text.families.forEach((name, lines) -> families.put(name, lines.toString()));
        return new MetricsReport(families);
    }

    void value(Metric metric, String kind, double value) {
        line(family(metric, kind), name(metric), tags(metric, ""), value);
    }

    void histogram(Metric metric, double[] boundaries, long[] counts, double sum) {
        StringBuilder out = family(metric, "histogram");
        long upTo = 0;
        for (int i = 0; i < counts.length; i++) {
            upTo += counts[i];
            String bound = i < boundaries.length ? Double.toString(boundaries[i]) : "+Inf";
            line(out, name(metric) + "_bucket", tags(metric, "le=\"" + bound + "\""), (double) upTo);
        }
        line(out, name(metric) + "_sum", tags(metric, ""), sum);
        line(out, name(metric) + "_count", tags(metric, ""), (double) upTo);
    }

    private StringBuilder family(Metric metric, String kind) {
        String name = name(metric);
        return families.computeIfAbsent(name, _ -> new StringBuilder("# HELP ").append(name).append(' ')
                .append(metric.description.replace("\\", "\\\\").replace("\n", "\\n")).append("\n# TYPE ").append(name).append(' ')
                .append(kind).append('\n'));
    }

    private static void line(StringBuilder out, String name, String tags, double value) {
        out.append(name).append(tags).append(' ');
        if (value == (long) value) {
            out.append((long) value);
        } else {
            out.append(value);
        }
        out.append('\n');
    }

    private static String name(Metric metric) {
        return PREFIX + plain(metric.name);
    }

    private String tags(Metric metric, String more) {
        String own = new TreeMap<>(metric.getTagMap()).entrySet().stream().map(tag -> plain(tag.getKey()) + "=\""
                + tag.getValue().replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"").collect(Collectors.joining(","));
        String all = Stream.of(own, tag, more).filter(one -> !one.isEmpty()).collect(Collectors.joining(","));
        return all.isEmpty() ? "" : "{" + all + "}";
    }

    private static String plain(String name) {
        return name.replaceAll("[^a-zA-Z0-9_]", "_");
    }
}
