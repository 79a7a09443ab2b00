package io.ray.runtime.metric;

/// The settings of a [MetricRegistry].
public class MetricConfig {
    /// An interval of 5 s, one thread, and a wait of 3 s at the end.
    public static final MetricConfig DEFAULT_CONFIG = builder().create();

    private final long timeIntervalMs;
    private final int threadPoolSize;
    private final long shutdownWaitTimeMs;

    public MetricConfig(long timeIntervalMs, int threadPoolSize, long shutdownWaitTimeMs) {
        if (timeIntervalMs <= 0 || threadPoolSize <= 0 || shutdownWaitTimeMs < 0) {
            throw new IllegalArgumentException("metrics every " + timeIntervalMs + " ms with " + threadPoolSize + " threads, "
                    + shutdownWaitTimeMs + " ms to end: the first two must be positive, the last not negative");
        }
        this.timeIntervalMs = timeIntervalMs;
        this.threadPoolSize = threadPoolSize;
        this.shutdownWaitTimeMs = shutdownWaitTimeMs;
    }

    public static MetricConfigBuilder builder() {
        return new MetricConfigBuilder();
    }

    /// How often all metrics are recorded.
    public long timeIntervalMs() {
        return timeIntervalMs;
    }

    public int threadPoolSize() {
        return threadPoolSize;
    }

    /// How long the shutdown may wait for a recording in progress.
    public long shutdownWaitTimeMs() {
        return shutdownWaitTimeMs;
    }

    /// Makes a [MetricConfig].
    public static class MetricConfigBuilder {
        private long timeIntervalMs = 5000;
        private int threadPoolSize = 1;
        private long shutdownWaitTimeMs = 3000;

        public MetricConfigBuilder timeIntervalMs(long timeIntervalMs) {
            this.timeIntervalMs = timeIntervalMs;
            return this;
        }

        public MetricConfigBuilder threadPoolSize(int threadPoolSize) {
            this.threadPoolSize = threadPoolSize;
            return this;
        }

        public MetricConfigBuilder shutdownWaitTimeMs(long shutdownWaitTimeMs) {
            this.shutdownWaitTimeMs = shutdownWaitTimeMs;
            return this;
        }

        public MetricConfig create() {
            return new MetricConfig(timeIntervalMs, threadPoolSize, shutdownWaitTimeMs);
        }
    }
}
