package dev.troupe.benchmarks;

/// Rounds of half a second; the first two of a measure are left out by [Figures], and a measure of many small calls runs
/// [#warmUp] before.
final class Rounds {
    static final int COUNT = 9;
    private static final long ROUND_NANOS = 500_000_000;

    private Rounds() {}

    /// Some calls, measured together.
    interface Batch {
        /// How many it made.
        int run() throws Exception;
    }

    /// Calls a second, of as many batches as half a second holds.
    static double perSecond(Batch batch) throws Exception {
        return perSecond(ROUND_NANOS, batch);
    }

    /// Until the JIT compiler has seen the calls often enough.
    static void warmUp(Batch batch) throws Exception {
        for (int i = 0; i < 4; i++) {
            perSecond(ROUND_NANOS, batch);
        }
    }

    private static double perSecond(long nanos, Batch batch) throws Exception {
        long began = System.nanoTime();
        long calls = 0;
        long passed;
        do {
            calls += batch.run();
            passed = System.nanoTime() - began;
        } while (passed < nanos);
        return calls / (passed / 1e9);
    }
}
