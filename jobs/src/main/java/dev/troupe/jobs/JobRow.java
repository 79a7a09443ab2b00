package dev.troupe.jobs;

import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.Phase;
import java.time.Instant;
import java.util.Optional;

/// A job in a list of jobs.
///
/// @param succeeded how many workers ended well
/// @param failed how many did not
/// @param active how many run or are about to
/// @param phase as its status names it; `Terminating` while it is being removed, `Killed` when somebody ended it
/// @param message why it is in that phase; may be empty
public record JobRow(JobKey key, int succeeded, int failed, int active, Optional<Instant> created, Optional<Instant> started,
        Optional<Instant> completed, String phase, int ready, int replicas, int restarts, int reschedules, String message) {
    public static final String TERMINATING = "Terminating";
    public static final String KILLED = "Killed";

    /// How it stands, as a sentence.
    public String standing() {
        return "job " + key.name() + " is " + phase + (message.isEmpty() ? "" : ": " + message);
    }

    /// Nothing follows.
    public boolean ended() {
        return Phase.of(phase).ended() || phase.equals(KILLED);
    }
}
