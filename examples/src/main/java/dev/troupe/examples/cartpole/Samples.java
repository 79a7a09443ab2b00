package dev.troupe.examples.cartpole;

import java.util.List;

/// Several rollouts in one, with advantages that have mean 0 and deviation 1.
final class Samples {
    final double[] observations;
    final boolean[] right;
    final double[] logProbabilities;
    final double[] advantages;
    final double[] returns;

    private Samples(int size) {
        observations = new double[size * Agent.INPUTS];
        right = new boolean[size];
        logProbabilities = new double[size];
        advantages = new double[size];
        returns = new double[size];
    }

    static Samples of(List<Rollout> rollouts) {
        Samples all = new Samples(rollouts.stream().mapToInt(Rollout::size).sum());
        int at = 0;
        for (Rollout rollout : rollouts) {
            int size = rollout.size();
            System.arraycopy(rollout.observations(), 0, all.observations, at * Agent.INPUTS, size * Agent.INPUTS);
            System.arraycopy(rollout.right(), 0, all.right, at, size);
            System.arraycopy(rollout.logProbabilities(), 0, all.logProbabilities, at, size);
            System.arraycopy(rollout.advantages(), 0, all.advantages, at, size);
            System.arraycopy(rollout.returns(), 0, all.returns, at, size);
            at += size;
        }
        all.normaliseAdvantages();
        return all;
    }

    int size() {
        return right.length;
    }

    private void normaliseAdvantages() {
        double mean = 0;
        for (double advantage : advantages) {
            mean += advantage / size();
        }
        double variance = 0;
        for (double advantage : advantages) {
            variance += (advantage - mean) * (advantage - mean) / size();
        }
        double deviation = Math.sqrt(variance) + 1e-8;
        for (int i = 0; i < size(); i++) {
            advantages[i] = (advantages[i] - mean) / deviation;
        }
    }
}
