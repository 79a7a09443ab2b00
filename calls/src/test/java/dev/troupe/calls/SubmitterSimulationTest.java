package dev.troupe.calls;

import dev.troupe.link.Seeds;
import org.junit.jupiter.api.Test;

/// Tasks that start tasks, call actors, wait for them and are cancelled, on few processors, in workers that die; arguments that need calls,
/// and calls that need arguments: whatever the order of things, everything is done in the end, each actor runs the calls of each caller in
/// their order, and every processor is free again. Which seeds: [Seeds].
final class SubmitterSimulationTest {
    @Test
    void everythingIsDoneInTheEnd() throws Exception {
        Seeds.each(3_000, seed -> new SubmitterSimulation(seed).play());
    }
}
