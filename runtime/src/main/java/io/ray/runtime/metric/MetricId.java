package io.ray.runtime.metric;

import java.util.Map;
import java.util.Objects;

/// The identity of a metric: kind, name and tags.
public class MetricId {
    private final MetricType type;
    private final String name;
    private final Map<TagKey, String> tags;

    public MetricId(MetricType type, String name, Map<TagKey, String> tags) {
        this.type = type;
        this.name = name;
        this.tags = Map.copyOf(tags);
    }

    public MetricType getType() {
        return type;
    }

    public String getName() {
        return name;
    }

    public Map<TagKey, String> getTags() {
        return tags;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof MetricId id && id.getClass() == getClass() && id.type == type
                && Objects.equals(id.name, name) && id.tags.equals(tags));
    }

    @Override
    public int hashCode() {
        return Objects.hash(type, name, tags);
    }

    @Override
    public String toString() {
        return "MetricId{type=" + type + ", name='" + name + "', tags=" + tags + "}";
    }
}
