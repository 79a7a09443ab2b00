package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Pairs of processes between which everything goes wrong. To see one again: `-Dtroupe.seed=<number>`; `-Dtroupe.seeds=<count>` for more.
@Timeout(300)
class SessionSimulationTest {
    private final Set<SessionChange> seen = ConcurrentHashMap.newKeySet();

    @Test
    void betweenTwoLivingProcessesShortCutsLoseDoubleAndReorderNothing() throws Exception {
        Seeds.each(40, seed -> {
            try (SimulatedPair pair = new SimulatedPair(seed, seen::add)) {
                pair.disturb();
                pair.check();
                pair.checkThatNothingWasLost();
            }
        });
    }

    @Test
    void whoeverDiesOrStaysAwayBothAgreeInTheEndAndEveryChangeOfTheTableHappens() throws Exception {
        Seeds.each(40, seed -> {
            try (SimulatedPair pair = new SimulatedPair(seed, seen::add)) {
                pair.disturbGravely();
                pair.check();
            }
        });
        if (Long.getLong("troupe.seed") == null) {
            assertEquals(EnumSet.allOf(SessionChange.class), seen);
        }
    }
}
