package dev.troupe.lifecycle;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What follows from an observation.
///
/// @param status to be written first, when it differs from the one observed; a conflict means deciding anew
/// @param actions to be done then
/// @param transition the row of the table that applied; empty when the phase stays
/// @param again when to decide again although nothing has changed
public record Decision(Status status, List<Action> actions, Optional<Transition> transition, Optional<Instant> again) {
    public Decision { actions = List.copyOf(actions); }
}
