package dev.troupe.runtime;

import org.junit.jupiter.api.Test;

/// Tasks that start tasks, wait for them and are cancelled, on few processors, in workers that die: whatever the order of things,
/// everything is done in the end, and every processor is free again. Which seeds: [Seeds].
final class SubmitterSimulationTest {
    @Test
    void everythingIsDoneInTheEnd() throws Exception {
        Seeds.each(5_000, seed -> new SubmitterSimulation(seed).play());
    }
}
