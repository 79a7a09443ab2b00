package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.runtime.Troupe;
import io.ray.api.Ray;
import io.ray.runtime.metric.Count;
import io.ray.runtime.metric.Gauge;
import io.ray.runtime.metric.Histogram;
import io.ray.runtime.metric.MetricConfig;
import io.ray.runtime.metric.Metrics;
import io.ray.runtime.metric.Sum;
import io.ray.runtime.metric.TagKey;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What Ray documents but keeps in its runtime.
final class MetricsTest {
    private static final Map<String, String> TAGS = Map.of("tag1", "value1");
    private static final List<Double> BOUNDARIES = List.of(10.0, 12.0, 15.0);

    @AfterEach
    void stop() {
        Metrics.shutdown();
    }

    @Test
    @SuppressWarnings("deprecation")
    void aGaugeShowsItsLastValue() {
        var gauge = new Gauge("gauge", "", "", Map.of(new TagKey("tag1"), "value1"));
        gauge.update(1);
        gauge.update(2);
        gauge.record();
        assertEquals(2.0, gauge.getValue());
        assertEquals(TAGS, gauge.getTagMap());
        gauge.unregister();
        assertThrows(IllegalStateException.class, gauge::record);
    }

    @Test
    void tagsMayBePlainText() {
        var gauge = new Gauge("gauge with tags", "", TAGS);
        gauge.update(2);
        gauge.record();
        assertEquals(2.0, gauge.getValue());
        assertEquals(Map.of(new TagKey("tag1"), "value1"), TagKey.tagsFromMap(TAGS));
        gauge.unregister();
    }

    @Test
    void aCountShowsItsTotal() {
        var count = new Count("count", "", TAGS);
        count.inc(10);
        count.inc(20);
        count.record();
        assertEquals(30.0, count.getCount());
        count.inc(3);
        assertEquals(33.0, count.getCount());
    }

    @Test
    void aSumShowsItsTotal() {
        var sum = new Sum("sum", "", TAGS);
        sum.update(10);
        sum.update(20);
        sum.record();
        assertEquals(30.0, sum.getSum());
    }

    @Test
    void aHistogramKeepsItsLastHundredValuesUntilTheyAreRecorded() {
        var histogram = new Histogram("histogram", "", BOUNDARIES, TAGS);
        var window = fill(histogram);
        histogram.record();
        assertEquals(200.0, histogram.getValue());
        assertEquals(List.of(), window, "the list that was handed out is emptied");
    }

    private static long countHere(int by) {
        Metrics.count().name("orders").description("orders taken").unit("1").tags(TAGS).register().inc(by);
        return ProcessHandle.current().pid();
    }

    @In({Mode.EMBEDDED, Mode.CLUSTER})
    void theDriverSeesTheMetricsOfAllProcesses() {
        long worker = Ray.task(MetricsTest::countHere, 3).remote().get();
        long own = Troupe.options().ownProcess().call(() -> Ray.task(MetricsTest::countHere, 4).remote()).get();
        var text = Troupe.metrics();
        assertTrue(text.contains("# HELP ray_orders orders taken\n# TYPE ray_orders counter\n"), text);
        assertTrue(text.contains("ray_orders{tag1=\"value1\",pid=\"" + worker + "\"} 3\n"), text);
        assertTrue(text.contains("ray_orders{tag1=\"value1\",pid=\"" + own + "\"} 4\n"), text);
        assertEquals(1, text.lines().filter(line -> line.startsWith("# TYPE ray_orders")).count(), text);
    }

    private static List<Double> fill(Histogram histogram) {
        for (int i = 1; i <= 200; i++) histogram.update(i);
        var window = histogram.getHistogramWindow();
        assertEquals(200.0, histogram.getValue());
        assertEquals(Histogram.HISTOGRAM_WINDOW_SIZE, window.size());
        assertEquals(IntStream.rangeClosed(101, 200).mapToObj(i -> (double) i).toList(), window);
        return window;
    }

    private static void configure(boolean configured) {
        if (configured) Metrics.init(MetricConfig.builder().timeIntervalMs(2000).threadPoolSize(1).shutdownWaitTimeMs(1000).create());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aGaugeCanBeRegistered(boolean configured) {
        configure(configured);
        var gauge = Metrics.gauge().name("gauge").description("d").unit("u").tags(TAGS).register();
        gauge.update(2);
        assertEquals(2.0, gauge.getValue());
        gauge.update(5);
        assertEquals(5.0, gauge.getValue());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCountCanBeRegistered(boolean configured) {
        configure(configured);
        var count = Metrics.count().name("count " + configured).description("d").unit("u").tags(TAGS).register();
        count.inc(10);
        count.inc(20);
        assertEquals(30.0, count.getCount());
        count.inc(3);
        assertEquals(33.0, count.getCount());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSumCanBeRegistered(boolean configured) {
        configure(configured);
        var sum = Metrics.sum().name("sum " + configured).description("d").unit("u").tags(TAGS).register();
        sum.update(10);
        sum.update(20);
        assertEquals(30.0, sum.getSum());
        sum.update(3);
        assertEquals(33.0, sum.getSum());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHistogramCanBeRegistered(boolean configured) {
        configure(configured);
        var histogram = Metrics.histogram().name("histogram " + configured).description("d").unit("u").boundaries(BOUNDARIES).tags(TAGS)
                .register();
        assertFalse(fill(histogram).isEmpty());
    }

    @Test
    void theSameMetricIsRegisteredOnce() {
        var first = Metrics.count().name("twice").description("d").unit("u").tags(TAGS).register();
        first.inc(1);
        var second = Metrics.count().name("twice").description("d").unit("u").tags(TAGS).register();
        assertSame(first, second);
        var other = Metrics.count().name("twice").description("d").unit("u").tags(Map.of("tag1", "value2")).register();
        assertTrue(first != other);
    }

    @Test
    void registeredMetricsAreRecordedFromTimeToTime() {
        Metrics.init(MetricConfig.builder().timeIntervalMs(20).threadPoolSize(1).shutdownWaitTimeMs(1000).create());
        var histogram = Metrics.histogram().name("recorded").description("d").unit("u").boundaries(BOUNDARIES).tags(TAGS).register();
        histogram.update(1);
        eventually("the window is emptied", () -> histogram.getHistogramWindow().isEmpty());
        assertEquals(1.0, histogram.getValue());
    }
}
