package io.ray.runtime.metric;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.DoubleAdder;

/// Something that is counted or measured. Thread-safe.
public abstract class Metric {
    protected final String name;
    /// What came since the last [#record()].
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

    /// Ends the present interval. A [MetricRegistry] does it by itself for what is registered there.
    ///
    /// @throws IllegalStateException after [#unregister()]
    public void record() {
        if (unregistered) {
            throw new IllegalStateException("metric " + name + " was unregistered; create a new one");
        }
        getAndReset();
    }

    /// What the interval brought.
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

    /// What a report shows.
    abstract void report(PrometheusText report);
}
