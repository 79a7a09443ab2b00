package dev.troupe.examples.cartpole;

/// What a collector has played: one entry for each push. It says how likely the push was when it was made, so a learner that has moved
/// on can still weigh it.
///
/// @param iteration of the agent that played
/// @param observations four numbers for each push
/// @param logProbabilities of the pushes
/// @param advantages how much better it went than expected
/// @param returns what should have been expected
record Rollout(long iteration, double[] observations, boolean[] right, double[] logProbabilities, double[] advantages, double[] returns) {
    static Rollout empty(long iteration, int size) {
        return new Rollout(iteration, new double[size * Agent.INPUTS], new boolean[size], new double[size], new double[size],
                new double[size]);
    }

    int size() {
        return right.length;
    }
}
