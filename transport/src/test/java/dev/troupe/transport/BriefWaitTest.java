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

    @Test
    void pausesBetweenPollsInVainGrow() {
        int polls = 0;
        for (int i = 0; i < 100_000; i++) {
            looks = 0;
            wait.comes(this::never);
            polls += looks > 0 ? 1 : 0;
        }
        assertTrue(polls > 20 && polls < 50, polls + " polls");
    }

    @Test
    void aPollThatABusyCoreDelayedDoesNotPayOff() {
        for (int i = 0; i < 4; i++) {
            assertTrue(wait.comes(() -> {
                now += 1_000;
                return true;
            }));
        }
        assertFalse(wait.comes(this::never));
        assertEquals(0, looks);
    }
}
