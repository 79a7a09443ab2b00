package dev.troupe.task;

/// The role of a process in a distributed training. A task that declares no role has all of them.
public enum Role {
    /// Trains: receives trajectories, sends the model and its train iteration.
    LEARNER,

    /// Plays: receives the model, sends trajectories and counts environment steps.
    COLLECTOR,

    /// Measures how good the model is.
    EVALUATOR,

    /// Prepares data for the learner.
    FETCHER
}
