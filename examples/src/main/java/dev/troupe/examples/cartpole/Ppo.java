package dev.troupe.examples.cartpole;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// Proximal policy optimisation (Schulman and others, 2017): goes over what was played several times, and stops where the agent would
/// become too different from the one that played.
final class Ppo {
    private final Agent agent;
    private final Recipe recipe;
    private final Adam actorSteps;
    private final Adam criticSteps;
    private final double[] actorGradient;
    private final double[] criticGradient;

    Ppo(Agent agent, Recipe recipe) {
        this.agent = agent;
        this.recipe = recipe;
        actorGradient = new double[agent.actor().parameters().length];
        criticGradient = new double[agent.critic().parameters().length];
        actorSteps = new Adam(actorGradient.length);
        criticSteps = new Adam(criticGradient.length);
    }

    /// Learns from these rollouts.
    ///
    /// @return how far the agent has moved: the mean of the approximate Kullback-Leibler divergence in the last round
    double learn(List<Rollout> rollouts, SplittableRandom random) {
        Samples samples = Samples.of(rollouts);
        int[] order = new int[samples.size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        double moved = 0;
        for (int round = 0; round < recipe.rounds() && moved < recipe.farthest(); round++) {
            shuffle(order, random);
            double sum = 0;
            for (int from = 0; from < order.length; from += recipe.batch()) {
                sum += step(samples, order, from, Math.min(order.length, from + recipe.batch()));
            }
            moved = sum / order.length;
        }
        return moved;
    }

    private double step(Samples samples, int[] order, int from, int to) {
        Arrays.fill(actorGradient, 0);
        Arrays.fill(criticGradient, 0);
        double[] slope = new double[1];
        double moved = 0;
        for (int i = from; i < to; i++) {
            int sample = order[i];
            double leaning = agent.leaning(samples.observations, sample * Agent.INPUTS);
            double change = Agent.logProbability(samples.right[sample], leaning) - samples.logProbabilities[sample];
            double ratio = Math.exp(change);
            moved += ratio - 1 - change;
            slope[0] = PpoLoss.slope(samples.right[sample], leaning, ratio, samples.advantages[sample], recipe) / (to - from);
            agent.actor().backward(slope, actorGradient);
            slope[0] = (agent.value(samples.observations, sample * Agent.INPUTS) - samples.returns[sample]) / (to - from);
            agent.critic().backward(slope, criticGradient);
        }
        actorSteps.step(agent.actor().parameters(), actorGradient, recipe.rate(), 0.5);
        criticSteps.step(agent.critic().parameters(), criticGradient, recipe.rate(), 0.5);
        return moved;
    }

    private static void shuffle(int[] order, SplittableRandom random) {
        for (int i = order.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int held = order[i];
            order[i] = order[other];
            order[other] = held;
        }
    }

    void write(DataOutput out) throws IOException {
        Numbers.write(agent.actor().parameters(), out);
        Numbers.write(agent.critic().parameters(), out);
        actorSteps.write(out);
        criticSteps.write(out);
    }

    void read(DataInput in) throws IOException {
        Numbers.read(in, agent.actor().parameters());
        Numbers.read(in, agent.critic().parameters());
        actorSteps.read(in);
        criticSteps.read(in);
    }
}
