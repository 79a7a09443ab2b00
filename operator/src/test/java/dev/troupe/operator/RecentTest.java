package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Answers of a moment ago.
final class RecentTest {
    private Instant now = Instant.EPOCH;
    private final AtomicInteger looks = new AtomicInteger();
    private final Recent<String, Integer> recent = new Recent<>(() -> now, Duration.ofSeconds(1));

    @Test
    void anAnswerHoldsForAMoment() {
        assertEquals(1, recent.get("a", looks::incrementAndGet));
        now = now.plusMillis(999);
        assertEquals(1, recent.get("a", looks::incrementAndGet));
        assertEquals(2, recent.get("b", looks::incrementAndGet));
        now = now.plusMillis(1);
        assertEquals(3, recent.get("a", looks::incrementAndGet));
    }

    @Test
    void aFailureIsNotRemembered() {
        assertThrows(IllegalStateException.class, () -> recent.get("a", () -> {
            throw new IllegalStateException();
        }));
        assertEquals(1, recent.get("a", looks::incrementAndGet));
    }

    @Test
    void whatIsOldDoesNotPileUp() {
        for (int i = 0; i < 3_000; i++) {
            now = now.plusSeconds(1);
            recent.get("job-" + i, looks::incrementAndGet);
        }
        assertEquals(3_000, looks.get());
        assertTrue(recent.size() < 2_000, () -> recent.size() + " are kept");
    }
}
