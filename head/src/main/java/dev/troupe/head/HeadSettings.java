package dev.troupe.head;

import java.time.Duration;

/// The limits and times of the head.
///
/// @param idleWorker how long a process without work is kept
/// @param startingPerNode how many processes a node starts at once, and how many tasks in processes of their own run at once for a submitter
///     if they need nothing that is counted
/// @param sparesPerNode how many processes without work a node may have before it stops starting further ones for actors to come
/// @param startAttempts how often in a row workers may fail to start, for the same cause, before the work that needs them fails
/// @param startPause how long to wait after the first failure; twice as long after the next, and so on
/// @param remembered how many dead actors, removed groups and lost nodes remain listed
/// @param patience how long a report about something unknown may still be in transit before the head declares that it does not exist
/// @param whyAfter how long work waits for resources before the head reports why
/// @param fastActorRestart whether the actors of a lost node are restarted at once, although their last incarnations may still run there until
///     the node is fenced
public record HeadSettings(Duration idleWorker, int startingPerNode, int sparesPerNode, int startAttempts, Duration startPause,
        int remembered, Duration patience, Duration whyAfter, boolean fastActorRestart) {
    public HeadSettings(Duration idleWorker, int startingPerNode, int sparesPerNode, int startAttempts, Duration startPause, int remembered,
            Duration patience, Duration whyAfter) {
        this(idleWorker, startingPerNode, sparesPerNode, startAttempts, startPause, remembered, patience, whyAfter, false);
    }

    public static HeadSettings defaults() {
        return new HeadSettings(Duration.ofSeconds(10), Math.max(4, 2 * Runtime.getRuntime().availableProcessors()),
                Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 8), 3, Duration.ofMillis(500), 1_000,
                Duration.ofSeconds(10), Duration.ofSeconds(1));
    }

    public HeadSettings withFastActorRestart(boolean fast) {
        return new HeadSettings(idleWorker, startingPerNode, sparesPerNode, startAttempts, startPause, remembered, patience, whyAfter,
                fast);
    }
}
