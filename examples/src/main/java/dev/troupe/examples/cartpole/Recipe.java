package dev.troupe.examples.cartpole;

/// How the agent learns.
///
/// @param environments played side by side by a collector
/// @param pushes in each of them before the learner is told
/// @param discount how much less a reward is worth one push later
/// @param lambda how far an advantage looks ahead before it trusts the critic
/// @param clip how much more or less likely a push may become
/// @param entropyBonus what it is worth to stay undecided
/// @param rate how large a step of Adam is
/// @param rounds at most, over the same samples
/// @param batch samples for each step
/// @param farthest mean divergence from the agent that played, after which no further round begins
/// @param oldest iterations after which a rollout is not worth learning from
record Recipe(int environments, int pushes, double discount, double lambda, double clip, double entropyBonus, double rate, int rounds,
        int batch, double farthest, int oldest) {
    static final Recipe GOOD = new Recipe(16, 64, 0.99, 0.95, 0.2, 0.005, 5e-4, 10, 256, 0.03, 8);
}
