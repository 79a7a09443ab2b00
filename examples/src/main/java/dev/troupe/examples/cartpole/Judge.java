package dev.troupe.examples.cartpole;

/// Says afterwards how much better each push of one environment was than expected: generalised advantage estimation (Schulman and
/// others, 2015). The reward of a push is such that going on for ever is worth 1.
final class Judge {
    private final double discount;
    private final double lambda;
    private final double[] expected;
    private final double[] expectedAfter;
    private final boolean[] ended;
    private int pushes;

    Judge(Recipe recipe) {
        discount = recipe.discount();
        lambda = recipe.lambda();
        expected = new double[recipe.pushes()];
        expectedAfter = new double[recipe.pushes()];
        ended = new boolean[recipe.pushes()];
    }

    /// The next push: what the agent expected before it, what happened, and what it expects now. Where only the time was up, the pole
    /// would have stood on.
    void saw(double before, CartPole.Outcome outcome, double after) {
        expected[pushes] = before;
        expectedAfter[pushes] = outcome == CartPole.Outcome.FALLEN ? 0 : after;
        ended[pushes] = outcome != CartPole.Outcome.GOES_ON;
        pushes++;
    }

    /// Writes advantages and returns, beginning there.
    void write(Rollout into, int first) {
        double advantage = 0;
        for (int t = pushes - 1; t >= 0; t--) {
            double surprise = 1 - discount + discount * expectedAfter[t] - expected[t];
            advantage = surprise + (ended[t] ? 0 : discount * lambda * advantage);
            into.advantages()[first + t] = advantage;
            into.returns()[first + t] = advantage + expected[t];
        }
    }
}
