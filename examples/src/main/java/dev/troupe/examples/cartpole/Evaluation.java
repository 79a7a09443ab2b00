package dev.troupe.examples.cartpole;

/// How good an agent was.
///
/// @param experience it had
/// @param reward the mean over the episodes played
record Evaluation(Experience experience, double reward) {}
