package dev.troupe.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DurationsTest {
    @Test
    void timesAreWrittenAsPeopleWriteThem() {
        assertEquals("0 s", Durations.text(Duration.ZERO));
        assertEquals("250 ms", Durations.text(Duration.ofMillis(250)));
        assertEquals("12.34 ms", Durations.text(Duration.ofNanos(12_340_000)));
        assertEquals("1.5 s", Durations.text(Duration.ofMillis(1500)));
        assertEquals("3 s", Durations.text(Duration.ofSeconds(3)));
    }

    @Test
    void negativeOnesToo() {
        assertEquals("-1 s", Durations.text(Duration.ofSeconds(-1)));
        assertEquals("-20 ms", Durations.text(Duration.ofMillis(-20)));
    }
}
