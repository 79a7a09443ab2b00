package io.ray.runtime.metric;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.DoubleAdder;

/// A value that is counted or measured. Thread-safe.
public abstract class Metric {
    protected final String name;
    /// The values since the last [#record()].
    protected final DoubleAdder value = new DoubleAdder();
    protected volatile Map<TagKey, String> tags;

    final String description;
    private volatile boolean unregistered;

    public Metric(String name, Map<TagKey, String> tags) {
        this(name, "", tags);
    }

    Metric(String name, String description, Map<TagKey, String> tags) {
        this.name = Objects.requireNonNull(name, "a metric's name is null");
        this.tags = Map.copyOf(Objects.requireNonNull(tags, "the tags of metric " + name + " are null"));
        this.description = description == null ? "" : description;
    }

    /// Ends the current interval. A [MetricRegistry] does this for all registered metrics.
    ///
    /// @throws IllegalStateException after [#unregister()]
    public void record() {
        if (unregistered) {
            throw new IllegalStateException("metric " + name + " was unregistered; create a new one");
        }
        getAndReset();
    }

    /// The values of the interval.
    protected abstract double getAndReset();

    public abstract void update(double value);

    /// Updates the value; the tags replace those it had.
    public void update(double value, Map<TagKey, String> tags) {
        this.tags = Map.copyOf(tags);
        update(value);
    }

    /// Updates the value; the tags replace those it had.
    public void update(Map<String, String> tags, double value) {
        update(value, TagKey.tagsFromMap(tags));
    }

    public Map<String, String> getTagMap() {
        Map<String, String> result = new LinkedHashMap<>();
        tags.forEach((key, tag) -> result.put(key.getTagKey(), tag));
        return result;
    }

    /// Ends its use.
    public void unregister() {
        unregistered = true;
    }

    /// The values for a report.
    abstract void report(PrometheusText report);
}
