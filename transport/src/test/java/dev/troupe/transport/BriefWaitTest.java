package dev.troupe.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class BriefWaitTest {
    private long now;
    private int looks;
    private final BriefWait wait = new BriefWait(10, () -> now++);

    private boolean never() {
        looks++;
        return false;
    }

    @Test
    void whatComesWhilePollingIsSeen() {
        assertTrue(wait.comes(() -> ++looks == 5));
        assertEquals(5, looks);
    }

    @Test
    void whatDoesNotComeInTimeIsLeftToSleep() {
        assertFalse(wait.comes(this::never));
        assertEquals(10, looks);
    }

    @Test
    void afterPollingInVainItPollsOnlyNowAndThen() {
        for (int i = 0; i < 4; i++) {
            assertFalse(wait.comes(this::never));
        }
        looks = 0;
        for (int i = 0; i < 63; i++) {
            assertFalse(wait.comes(this::never));
        }
        assertEquals(0, looks);
        assertTrue(wait.comes(() -> true));
        assertFalse(wait.comes(this::never));
        assertTrue(looks > 0);
    }
}
