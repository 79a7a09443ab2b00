package io.ray.runtime.metric;

import java.util.Map;

/// A value that goes up and down; the last one is reported.
public class Gauge extends Metric {
    private volatile double last;

    /// The unit is not used.
    ///
    /// @deprecated use the constructor with text tags
    @Deprecated
    public Gauge(String name, String description, String unit, Map<TagKey, String> tags) {
        super(name, description, tags);
    }

    public Gauge(String name, String description, Map<String, String> tags) {
        super(name, description, TagKey.tagsFromMap(tags));
    }

    @Override
    public void update(double value) {
        last = value;
    }

    public double getValue() {
        return last;
    }

    @Override
    protected double getAndReset() {
        return last;
    }

    @Override
    void report(PrometheusText report) {
        report.value(this, "gauge", last);
    }
}
