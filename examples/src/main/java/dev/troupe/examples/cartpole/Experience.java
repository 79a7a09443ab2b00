package dev.troupe.examples.cartpole;

/// How much an agent had learned.
///
/// @param iteration how often it was trained
/// @param envStep from how many pushes
/// @param envEpisode in how many episodes
record Experience(long iteration, long envStep, long envEpisode) {
    static final Experience NONE = new Experience(0, 0, 0);
}
