package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Pairs of processes between which everything goes wrong. To see one again: `-Dtroupe.seed=<number>`; `-Dtroupe.seeds=<count>` for more.
@Timeout(300)
class SessionSimulationTest {
    @Test
    void betweenTwoLivingProcessesShortCutsLoseDoubleAndReorderNothing() throws Exception {
        Seeds.each(40, seed -> {
            try (SimulatedPair pair = new SimulatedPair(seed)) {
                pair.disturb();
                pair.check();
                pair.checkThatNothingWasLost();
            }
        });
    }

    @Test
    void whoeverDiesOrStaysAwayBothAgreeInTheEndAndEveryChangeOfTheTableHappens() throws Exception {
        try (LinkLog log = new LinkLog()) {
            Seeds.each(40, seed -> {
                try (SimulatedPair pair = new SimulatedPair(seed)) {
                    pair.disturbGravely();
                    pair.check();
                }
            });
            Set<SessionChange> missing = EnumSet.allOf(SessionChange.class);
            missing.removeAll(log.changes);
            if (Long.getLong("troupe.seed") == null) {
                assertEquals(Set.of(), missing);
            }
        }
    }
}
