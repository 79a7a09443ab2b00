package dev.troupe.examples.cartpole;

/// What another process needs to play like the learner's agent.
///
/// @param actor the parameters of the network that chooses
/// @param critic of the one that judges
record Model(Experience experience, double[] actor, double[] critic) {}
