package io.ray.runtime.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MetricsTest {
    private static final Map<String, String> TAGS = Map.of("tag1", "value1");

    @AfterEach
    void end() {
        Metrics.shutdown();
    }

    @Test
    @SuppressWarnings("deprecation")
    void aGaugeKeepsItsLastValue() {
        Gauge gauge = new Gauge("metric1", "", "", Map.of(new TagKey("tag1"), "value1"));
        gauge.update(2);
        gauge.record();
        assertEquals(2.0, gauge.getValue());
        assertEquals(TAGS, gauge.getTagMap());
        gauge.unregister();
        assertThrows(IllegalStateException.class, gauge::record);
    }

    @Test
    void countsAndSumsGoOnAfterARecord() {
        Count count = new Count("c", "", TAGS);
        count.inc(10);
        count.inc(20);
        count.record();
        assertEquals(30, count.getCount());
        Sum sum = new Sum("s", "", TAGS);
        sum.update(10);
        sum.record();
        sum.update(20);
        assertEquals(30, sum.getSum());
        assertEquals(20, sum.getAndReset());
    }

    @Test
    void aHistogramKeepsTheLatestValuesUntilTheyAreRecorded() {
        Histogram histogram = new Histogram("h", "", List.of(10.0, 12.0, 15.0), TAGS);
        IntStream.rangeClosed(1, 200).forEach(histogram::update);
        List<Double> window = histogram.getHistogramWindow();
        assertEquals(DoubleStream.iterate(101, value -> value + 1).limit(100).boxed().toList(), List.copyOf(window));
        assertEquals(200, histogram.getValue());
        histogram.record();
        assertEquals(200, histogram.getValue());
        assertEquals(List.of(), window);
    }

    @Test
    void tagsMayChangeWithAValue() {
        Gauge gauge = new Gauge("g", "", new HashMap<>());
        gauge.update(Map.of("a", "b"), 5);
        assertEquals(Map.of("a", "b"), gauge.getTagMap());
        gauge.update(6, Map.of(new TagKey("c"), "d"));
        assertEquals(Map.of("c", "d"), gauge.getTagMap());
        assertEquals(6, gauge.getValue());
    }

    @Test
    void theSameMetricIsRegisteredOnce() {
        Count count = Metrics.count().name("registered_twice").description("d").unit("1").tags(TAGS).register();
        count.inc(30);
        Count again = Metrics.count().name("registered_twice").description("d").unit("1").tags(TAGS).register();
        assertSame(count, again);
        again.inc(3);
        assertEquals(33, count.getCount());
        Sum other = Metrics.sum().name("registered_twice").description("d").unit("1").tags(TAGS).register();
        assertNotSame(count, other);
        Metrics.shutdown();
        assertSame(count, Metrics.count().name("registered_twice").tags(TAGS).register());
    }

    @Test
    void aRegistryOfOnesOwnStartsEmptyAndRecordsByItself() throws InterruptedException {
        MetricRegistry registry = Metrics
                .init(MetricConfig.builder().timeIntervalMs(1).threadPoolSize(1).shutdownWaitTimeMs(1000).create());
        CountDownLatch recorded = new CountDownLatch(2);
        Metric metric = registry.register(new Gauge("own", "", Map.of()) {
            @Override
            protected double getAndReset() {
                assertTrue(Thread.currentThread().isDaemon());
                recorded.countDown();
                return 0;
            }
        });
        assertTrue(recorded.await(30, TimeUnit.SECONDS));
        registry.unregister(metric);
        registry.shutdown();
        assertNull(registry.register(metric));
    }

    @Test
    void nullsAreRefused() {
        assertThrows(NullPointerException.class, () -> new Gauge(null, "", Map.of()));
        assertThrows(NullPointerException.class, () -> Metrics.gauge().name(null));
        assertThrows(NullPointerException.class, () -> Metrics.gauge().tags(null));
        assertThrows(IllegalArgumentException.class, () -> new MetricConfig(0, 1, 1));
    }

    @Test
    void theReportIsWhatPrometheusReads() {
        MetricRegistry registry = new MetricRegistry();
        registry.startup();
        Gauge gauge = (Gauge) registry.register(new Gauge("my.gauge", "how \"much\"", Map.of("b", "x\"y", "a", "z")));
        gauge.update(2.5);
        ((Gauge) registry.register(new Gauge("my.gauge", "how \"much\"", Map.of()))).update(1);
        Histogram histogram = (Histogram) registry.register(new Histogram("h", "spread", List.of(1.0, 2.0), Map.of("t", "v")));
        for (double value : new double[]{0.5, 1, 1.5, 9}) {
            histogram.update(value);
        }
        ((Count) registry.register(new Count("n", "", Map.of()))).inc(3);
        registry.shutdown();
        String report = registry.report("").text();
        assertTrue(report.startsWith("""
                # HELP ray_h spread
                # TYPE ray_h histogram
                ray_h_bucket{t="v",le="1.0"} 2
                ray_h_bucket{t="v",le="2.0"} 3
                ray_h_bucket{t="v",le="+Inf"} 4
                ray_h_sum{t="v"} 12
                ray_h_count{t="v"} 4
                # HELP ray_my_gauge how "much"
                # TYPE ray_my_gauge gauge
                """), report);
        assertTrue(report.contains("\nray_my_gauge{a=\"z\",b=\"x\\\"y\"} 2.5\n"), report);
        assertTrue(report.contains("\nray_my_gauge 1\n"), report);
        assertTrue(report.endsWith("# HELP ray_n \n# TYPE ray_n counter\nray_n 3\n"), report);
    }
}
