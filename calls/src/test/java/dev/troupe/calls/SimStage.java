package dev.troupe.calls;

/// Where the tasks of a lane, or the calls of an actor, run in a [SubmitterSimulation].
sealed interface SimStage permits SimRoom, SimActor {
    SimParty worker();
}
