package dev.troupe.link;

/// The seeds of a simulation, here and in `calls`: one again with `-Dtroupe.seed=<number>`, more of them with `-Dtroupe.seeds=<count>`.
public final class Seeds {
    private Seeds() {}

    /// One simulation.
    public interface Simulation {
        void play(long seed) throws Exception;
    }

    public static void each(long usual, Simulation simulation) throws Exception {
        Long one = Long.getLong("troupe.seed");
        long from = one == null ? 0 : one;
        long to = one == null ? Long.getLong("troupe.seeds", usual) : from + 1;
        for (long seed = from; seed < to; seed++) {
            try {
                simulation.play(seed);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + " fails; again with -Dtroupe.seed=" + seed, e);
            }
        }
    }
}
