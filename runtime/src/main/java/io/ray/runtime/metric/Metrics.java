package io.ray.runtime.metric;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The entry point for metrics.
///
/// ```java
/// Count orders = Metrics.count().name("orders").description("orders taken").unit("1").tags(Map.of("shop", "a")).register();
/// orders.inc(1);
/// ```
public final class Metrics {
    private static MetricRegistry registry;

    private Metrics() {}

    /// A new registry, which replaces the present one.
    public static synchronized MetricRegistry init(MetricConfig metricConfig) {
        shutdown();
        registry = new MetricRegistry();
        registry.startup(metricConfig);
        return registry;
    }

    /// Ends recording. The next metric that is registered starts it again, in the default registry.
    public static synchronized void shutdown() {
        if (registry != null) {
            registry.shutdown();
            registry = null;
        }
    }

    public static CountBuilder count() {
        return new CountBuilder();
    }

    public static GaugeBuilder gauge() {
        return new GaugeBuilder();
    }

    public static SumBuilder sum() {
        return new SumBuilder();
    }

    public static HistogramBuilder histogram() {
        return new HistogramBuilder();
    }

    /// Nothing if no registry is running.
    static synchronized MetricsReport report(String tag) {
        return registry == null ? MetricsReport.EMPTY : registry.report(tag);
    }

    private static synchronized MetricRegistry running() {
        if (registry == null) {
            registry = MetricRegistry.DEFAULT_REGISTRY;
            registry.startup();
        }
        return registry;
    }

    /// The common part of the builders.
    ///
    /// @param <B> the builder itself
    /// @param <M> the metric that it builds
    public abstract static class AbstractBuilder<B extends AbstractBuilder<B, M>, M extends Metric> {
        protected String name;
        protected String description = "";
        protected String unit = "";
        protected Map<String, String> tags = Map.of();

        public B name(String name) {
            this.name = Objects.requireNonNull(name, "name");
            return self();
        }

        public B description(String description) {
            this.description = Objects.requireNonNull(description, "description");
            return self();
        }

        public B unit(String unit) {
            this.unit = Objects.requireNonNull(unit, "unit");
            return self();
        }

        public B tags(Map<String, String> tags) {
            this.tags = Map.copyOf(Objects.requireNonNull(tags, "tags"));
            return self();
        }

        /// Registers the metric, which is recorded from now on; returns the earlier one if there is one with the same kind, name and tags.
        @SuppressWarnings("unchecked")
        public M register() {
            return (M) running().register(create());
        }

        protected abstract M create();

        @SuppressWarnings("unchecked")
        private B self() {
            return (B) this;
        }
    }

    /// Makes a [Count].
    public static class CountBuilder extends AbstractBuilder<CountBuilder, Count> {
        @Override
        protected Count create() {
            return new Count(name, description, tags);
        }
    }

    /// Makes a [Gauge].
    public static class GaugeBuilder extends AbstractBuilder<GaugeBuilder, Gauge> {
        @Override
        protected Gauge create() {
            return new Gauge(name, description, tags);
        }
    }

    /// Makes a [Sum].
    public static class SumBuilder extends AbstractBuilder<SumBuilder, Sum> {
        @Override
        protected Sum create() {
            return new Sum(name, description, tags);
        }
    }

    /// Makes a [Histogram].
    public static class HistogramBuilder extends AbstractBuilder<HistogramBuilder, Histogram> {
        private List<Double> boundaries = List.of();

        public HistogramBuilder boundaries(List<Double> boundaries) {
            this.boundaries = List.copyOf(boundaries);
            return this;
        }

        @Override
        protected Histogram create() {
            return new Histogram(name, description, boundaries, tags);
        }
    }
}
