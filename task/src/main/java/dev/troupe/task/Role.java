package dev.troupe.task;

/// What a process does in a distributed training. A task that declares no role has them all.
public enum Role {
    /// Trains: takes trajectories, gives the model and its train iteration.
    LEARNER,

    /// Plays: takes the model, gives trajectories and counts environment steps.
    COLLECTOR,

    /// Measures how good the model is.
    EVALUATOR,

    /// Prepares data for the learner.
    FETCHER
}
