package dev.troupe.dijob;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// Under which terms a job runs.
///
/// @param preemptible its pods may be taken away: exit code 143 is then no failure
/// @param backoffLimit how many restarts after failures; empty means no limit
/// @param priorityClassName given to every pod; empty when not set
/// @param deadline how long the job may be active
/// @param timeToLive how long the job stays after its end
/// @param suspend no pods while it is set
/// @param gang all pods find room or none keeps it
/// @param successPolicy when it has succeeded; a coordinator says so itself
public record Terms(CleanPodPolicy cleanPodPolicy, boolean preemptible, OptionalInt backoffLimit, Priority priority,
        String priorityClassName, Optional<Duration> deadline, Optional<Duration> timeToLive, boolean suspend, boolean gang,
        SuccessPolicy successPolicy) {
    static final int BACKOFF_LIMIT = 3;
}
