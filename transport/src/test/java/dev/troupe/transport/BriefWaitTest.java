package dev.troupe.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class BriefWaitTest {
    private long now;
    private int looks;
    private final BriefWait wait = new BriefWait(10, () -> now++);

    @BeforeEach
    void afterPollsThatPaidOff() {
        for (int i = 0; i < 5; i++) {
            wait.comes(() -> true);
        }
    }

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
    void theFirstWaitDoesNotPollAndOnePollInVainIsEnoughAfterIt() {
        BriefWait fresh = new BriefWait(10, () -> now++);
        assertFalse(fresh.comes(this::never));
        assertEquals(0, looks);
        assertFalse(fresh.comes(this::never));
        assertEquals(10, looks);
        assertFalse(fresh.comes(this::never));
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

    @Test
    void pollsThatPayOffByLuckDoNotEndThePauses() {
        Random random = new Random(1);
        int polls = 0;
        for (int i = 0; i < 100_000; i++) {
            looks = 0;
            boolean lucky = random.nextBoolean();
            wait.comes(() -> {
                looks++;
                return lucky;
            });
            polls += looks > 0 ? 1 : 0;
        }
        assertTrue(polls < 1_000, polls + " polls");
    }

    @Test
    void aConversationAfterABusyTimeIsPolledAgain() {
        for (int i = 0; i < 10_000; i++) {
            wait.comes(this::never);
        }
        int polls = 0;
        for (int i = 0; i < 10_000; i++) {
            polls += wait.comes(() -> true) ? 1 : 0;
        }
        assertTrue(polls > 5_000, polls + " polls");
    }
}
