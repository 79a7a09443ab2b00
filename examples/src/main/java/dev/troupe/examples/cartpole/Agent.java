package dev.troupe.examples.cartpole;

import java.util.random.RandomGenerator;

/// Plays: one network leans left or right, another says how well things will go from here.
final class Agent {
    /// Numbers a network sees of a state.
    static final int INPUTS = 4;
    private static final int WIDTH = 32;

    private final Network actor;
    private final Network critic;
    private Experience experience = Experience.NONE;

    /// One that knows nothing.
    Agent(RandomGenerator random) {
        actor = new Network(INPUTS, WIDTH, WIDTH, 1).randomised(random, 0.01);
        critic = new Network(INPUTS, WIDTH, WIDTH, 1).randomised(random, 1);
    }

    Network actor() {
        return actor;
    }

    Network critic() {
        return critic;
    }

    Experience experience() {
        return experience;
    }

    void experience(Experience now) {
        experience = now;
    }

    /// The log-odds of a push right.
    double leaning(double[] observations, int from) {
        return actor.forward(observations, from)[0];
    }

    /// What it expects to earn from here on.
    double value(double[] observations, int from) {
        return critic.forward(observations, from)[0];
    }

    /// The logarithm of the probability of a push, given the log-odds of a push right.
    static double logProbability(boolean right, double leaning) {
        double odds = right ? leaning : -leaning;
        return odds > 0 ? -Math.log1p(Math.exp(-odds)) : odds - Math.log1p(Math.exp(odds));
    }

    /// The probability that belongs to log-odds.
    static double probability(double odds) {
        return 1 / (1 + Math.exp(-odds));
    }

    /// A copy of what it knows.
    Model model() {
        return new Model(experience, actor.parameters().clone(), critic.parameters().clone());
    }

    /// Plays like that from now on.
    void become(Model model) {
        experience = model.experience();
        System.arraycopy(model.actor(), 0, actor.parameters(), 0, model.actor().length);
        System.arraycopy(model.critic(), 0, critic.parameters(), 0, model.critic().length);
    }
}
