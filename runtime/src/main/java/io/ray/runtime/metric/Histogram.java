package io.ray.runtime.metric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/// The distribution of values.
public class Histogram extends Metric {
    /// How many of the latest values are kept.
    public static final int HISTOGRAM_WINDOW_SIZE = 100;

    private final List<Double> window = Collections.synchronizedList(new ArrayList<>());
    private final double[] boundaries;
    private final long[] counts;
    private double sum;
    private volatile double last;

    /// The unit is not used.
    ///
    /// @deprecated use the constructor with text tags
    @Deprecated
    public Histogram(String name, String description, String unit, List<Double> boundaries, Map<TagKey, String> tags) {
        super(name, description, tags);
        this.boundaries = boundaries.stream().mapToDouble(Double::doubleValue).sorted().distinct().toArray();
        this.counts = new long[this.boundaries.length + 1];
    }

    public Histogram(String name, String description, List<Double> boundaries, Map<String, String> tags) {
        this(name, description, "", boundaries, TagKey.tagsFromMap(tags));
    }

    @Override
    public void update(double value) {
        synchronized (window) {
            if (window.size() == HISTOGRAM_WINDOW_SIZE) {
                window.removeFirst();
            }
            window.add(value);
            last = value;
            sum += value;
            int found = Arrays.binarySearch(boundaries, value);
            counts[found >= 0 ? found : -found - 1]++;
        }
    }

    /// The latest values, the list itself: emptied when the interval is recorded.
    public List<Double> getHistogramWindow() {
        return window;
    }

    /// The last value.
    public double getValue() {
        return last;
    }

    @Override
    protected double getAndReset() {
        window.clear();
        return last;
    }

    @Override
    void report(PrometheusText report) {
        synchronized (window) {
            report.histogram(this, boundaries, counts, sum);
        }
    }
}
