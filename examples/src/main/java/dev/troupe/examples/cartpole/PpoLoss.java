package dev.troupe.examples.cartpole;

/// What the actor minimises for one push: −min(ratio · advantage, clipped ratio · advantage) − entropy bonus.
final class PpoLoss {
    private PpoLoss() {}

    static double loss(boolean right, double leaning, double oldLogProbability, double advantage, Recipe recipe) {
        double ratio = Math.exp(Agent.logProbability(right, leaning) - oldLogProbability);
        double clipped = Math.clamp(ratio, 1 - recipe.clip(), 1 + recipe.clip());
        return -Math.min(ratio * advantage, clipped * advantage) - recipe.entropyBonus() * entropy(leaning);
    }

    private static double entropy(double leaning) {
        double p = Agent.probability(leaning);
        return -p * Agent.logProbability(true, leaning) - (1 - p) * Agent.logProbability(false, leaning);
    }

    /// How the loss changes with the log-odds of a push right.
    static double slope(boolean right, double leaning, double ratio, double advantage, Recipe recipe) {
        double p = Agent.probability(leaning);
        boolean clipped = advantage > 0 ? ratio > 1 + recipe.clip() : ratio < 1 - recipe.clip();
        double ofRatio = clipped ? 0 : -advantage * ratio * (right ? 1 - p : -p);
        // The entropy of a coin with log-odds x is H(x), and H'(x) = -x p (1 - p).
        return ofRatio + recipe.entropyBonus() * leaning * p * (1 - p);
    }
}
