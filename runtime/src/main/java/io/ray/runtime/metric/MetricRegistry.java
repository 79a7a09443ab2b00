package io.ray.runtime.metric;

import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// Records the registered metrics at regular intervals, on daemon threads.
public class MetricRegistry {
    /// The registry that [Metrics] uses unless it was given a configuration.
    public static final MetricRegistry DEFAULT_REGISTRY = new MetricRegistry();

    private final Map<MetricId, Metric> metrics = new ConcurrentHashMap<>();
    private ScheduledExecutorService recorder;
    private MetricConfig config = MetricConfig.DEFAULT_CONFIG;

    public void startup() {
        startup(MetricConfig.DEFAULT_CONFIG);
    }

    /// Does nothing if it is running.
    public synchronized void startup(MetricConfig metricConfig) {
        if (recorder == null) {
            config = metricConfig;
            AtomicInteger threads = new AtomicInteger();
            recorder = Executors.newScheduledThreadPool(config.threadPoolSize(), work -> Thread.ofPlatform().daemon()
                    .name("metric-registry-" + threads.getAndIncrement()).unstarted(work));
            var _ = recorder.scheduleAtFixedRate(this::recordAll, config.timeIntervalMs(), config.timeIntervalMs(), TimeUnit.MILLISECONDS);
        }
    }

    /// Keeps the registered metrics for a later start. Does nothing if it is not running.
    public synchronized void shutdown() {
        if (recorder != null) {
            recorder.shutdown();
            try {
                recorder.awaitTermination(config.shutdownWaitTimeMs(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            recorder.shutdownNow();
            recorder = null;
        }
    }

    /// The metric to use: if one with the same kind, name and tags was registered before, that one; null if this registry is not running.
    public synchronized Metric register(Metric metric) {
        if (recorder == null) {
            return null;
        }
        Metric earlier = metrics.putIfAbsent(id(metric), metric);
        return earlier == null ? metric : earlier;
    }

    /// Removes the metric.
    public synchronized void unregister(Metric metric) {
        metrics.values().removeIf(each -> each == metric);
        metric.unregister();
    }

    /// A report of all registered metrics.
    ///
    /// @param tag an additional tag for each, as text; may be empty
    MetricsReport report(String tag) {
        return PrometheusText.of(metrics.values(), tag);
    }

    private void recordAll() {
        for (Metric metric : metrics.values()) {
            try {
                metric.record();
            } catch (IllegalStateException e) {
                metrics.values().remove(metric); // it was unregistered by itself
            } catch (RuntimeException e) {
                System.getLogger("dev.troupe.runtime").log(Level.WARNING, "metric " + metric.name + " could not be recorded", e);
            }
        }
    }

    private static MetricId id(Metric metric) {
        return new MetricId(switch (metric) {
            case Count _ -> MetricType.COUNT;
            case Sum _ -> MetricType.SUM;
            case Histogram _ -> MetricType.HISTOGRAM;
            default -> MetricType.GAUGE;
        }, metric.name, metric.tags);
    }
}
