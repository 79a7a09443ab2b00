package io.ray.runtime.metric;

import java.util.Map;
import java.util.concurrent.atomic.DoubleAdder;

/// The sum of all values.
public class Sum extends Metric {
    private final DoubleAdder total = new DoubleAdder();

    /// The unit is not used.
    ///
    /// @deprecated use the constructor with text tags
    @Deprecated
    public Sum(String name, String description, String unit, Map<TagKey, String> tags) {
        super(name, description, tags);
    }

    public Sum(String name, String description, Map<String, String> tags) {
        super(name, description, TagKey.tagsFromMap(tags));
    }

    @Override
    public void update(double value) {
        this.value.add(value);
        total.add(value);
    }

    /// The total; recording does not reset it.
    public double getSum() {
        return total.sum();
    }

    @Override
    protected double getAndReset() {
        return value.sumThenReset();
    }

    @Override
    void report(PrometheusText report) {
        report.value(this, "gauge", total.sum());
    }
}
