package dev.troupe.head;

import java.time.Duration;

/// The head's numbers.
///
/// @param idleWorker how long a process without work waits for more
/// @param startingPerNode how many processes a node starts at once, and how many tasks in processes of their own run at once for a submitter
///     if they need nothing that is counted
/// @param startAttempts how often in a row workers may fail to start, for the same cause, before what needs them fails
/// @param startPause how long to wait after the first failure; twice as long after the next, and so on
/// @param remembered how many dead actors, removed groups and lost nodes stay listed
/// @param patience how long something unheard of may still be under way before the head says that it does not exist
/// @param whyAfter how long work finds no room before the head says why
public record HeadSettings(Duration idleWorker, int startingPerNode, int startAttempts, Duration startPause, int remembered,
        Duration patience,
        Duration whyAfter) {
    public static HeadSettings defaults() {
        return new HeadSettings(Duration.ofSeconds(10), Math.max(4, 2 * Runtime.getRuntime().availableProcessors()), 3,
                Duration.ofMillis(500), 1_000,
                Duration.ofSeconds(10), Duration.ofSeconds(1));
    }
}
