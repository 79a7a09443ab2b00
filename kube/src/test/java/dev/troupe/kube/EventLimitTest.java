package dev.troupe.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import org.junit.jupiter.api.Test;

final class EventLimitTest {
    @Test
    void theSameEventComesOnceInAWhileAndNotManyOfAnyKind() {
        EventLimit limit = new EventLimit();
        Instant now = Instant.EPOCH;
        assertTrue(limit.allows("job", "a", now));
        assertFalse(limit.allows("job", "a", now.plusSeconds(30)));
        assertTrue(limit.allows("job", "a", now.plusSeconds(61)));
        int told = 0;
        for (int i = 0; i < 1000; i++) {
            told += limit.allows("job", "text " + i, now.plusSeconds(62)) ? 1 : 0;
        }
        assertEquals(39, told);
        assertTrue(limit.allows("other", "a", now));
        assertTrue(limit.allows("job", "later", now.plusSeconds(70)));
    }
}
