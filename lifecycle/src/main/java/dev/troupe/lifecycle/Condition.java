package dev.troupe.lifecycle;

import dev.troupe.dijob.Phase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// One phase a job has been in.
///
/// @param current whether the job is in it now: `status: "True"`
/// @param entered when the job last entered it
/// @param since when `current` last changed
public record Condition(Phase type, boolean current, String message, Instant entered, Instant since) {
    /// The conditions after entering a phase: the new one last and current, the others not.
    static List<Condition> entered(List<Condition> before, Phase phase, String message, Instant now) {
        List<Condition> after = new ArrayList<>();
        for (Condition condition : before) {
            if (condition.type != phase) {
                after.add(condition.current ? new Condition(condition.type, false, condition.message, condition.entered, now) : condition);
            }
        }
        after.add(new Condition(phase, true, message, now, now));
        return List.copyOf(after);
    }
}
