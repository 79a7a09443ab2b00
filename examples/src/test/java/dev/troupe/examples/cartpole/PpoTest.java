package dev.troupe.examples.cartpole;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PpoTest {
    private static final double STEP = 1e-6;

    @Test
    void theSlopeIsWhatSmallChangesShow() {
        for (boolean right : new boolean[]{true, false}) {
            for (double advantage : new double[]{-1.5, 0.8}) {
                for (double leaning : new double[]{-2, -0.3, 0.4, 1.7}) {
                    for (double old : new double[]{-0.2, -0.7, -2}) {
                        double ratio = Math.exp(Agent.logProbability(right, leaning) - old);
                        double expected = (PpoLoss.loss(right, leaning + STEP, old, advantage, Recipe.GOOD)
                                - PpoLoss.loss(right, leaning - STEP, old, advantage, Recipe.GOOD)) / (2 * STEP);
                        assertEquals(expected, PpoLoss.slope(right, leaning, ratio, advantage, Recipe.GOOD), 1e-7);
                    }
                }
            }
        }
    }

    @Test
    void probabilitiesOfBothPushesAddUpToOne() {
        for (double leaning : new double[]{-800, -3, 0, 0.5, 800}) {
            assertEquals(1, Math.exp(Agent.logProbability(true, leaning)) + Math.exp(Agent.logProbability(false, leaning)), 1e-12);
        }
    }

    /// Pushing right was always good, pushing left always bad.
    @Test
    void whatWentWellBecomesMoreLikely() {
        Agent agent = new Agent(new SplittableRandom(1));
        Rollout rollout = Rollout.empty(0, 64);
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < 64; i++) {
            rollout.right()[i] = i % 2 == 0;
            rollout.logProbabilities()[i] = Math.log(0.5);
            rollout.advantages()[i] = i % 2 == 0 ? 1 : -1;
            for (int j = 0; j < Agent.INPUTS; j++) {
                rollout.observations()[i * Agent.INPUTS + j] = random.nextGaussian();
            }
        }
        double before = meanLeaning(agent, rollout);
        double moved = new Ppo(agent, Recipe.GOOD).learn(List.of(rollout), random);
        assertTrue(meanLeaning(agent, rollout) > before);
        assertTrue(moved > 0);
    }

    private static double meanLeaning(Agent agent, Rollout rollout) {
        double sum = 0;
        for (int i = 0; i < rollout.size(); i++) {
            sum += agent.leaning(rollout.observations(), i * Agent.INPUTS);
        }
        return sum / rollout.size();
    }

    @Test
    void advantagesHaveMeanZeroAndDeviationOne() {
        Rollout one = Rollout.empty(0, 2);
        Rollout two = Rollout.empty(0, 2);
        System.arraycopy(new double[]{1, 2}, 0, one.advantages(), 0, 2);
        System.arraycopy(new double[]{3, 6}, 0, two.advantages(), 0, 2);
        Samples samples = Samples.of(List.of(one, two));
        double deviation = Math.sqrt((4 + 1 + 0 + 9) / 4.0);
        for (int i = 0; i < 4; i++) {
            assertEquals((new double[]{1, 2, 3, 6}[i] - 3) / deviation, samples.advantages[i], 1e-6);
        }
    }
}
