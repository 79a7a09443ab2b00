package io.ray.runtime.metric;

/// The kinds of metrics.
public enum MetricType {
    COUNT, GAUGE, SUM, HISTOGRAM
}
