package dev.troupe.head;

import java.time.Duration;

/// The head's numbers.
///
/// @param idleWorker how long a process without work waits for more
/// @param startingPerNode how many processes a node starts at once, and how many tasks in processes of their own run at once for a submitter
///     if they need nothing that is counted
/// @param startAttempts how often in a row the start of a worker may fail for the same cause before what needs it fails
/// @param startPause after the first failed start; it doubles with each further one
/// @param remembered how many dead actors, removed groups and lost nodes stay listed
/// @param patience how long something unheard of may still be under way before the head says that it does not exist
/// @param whyAfter how long work finds no room before the head says why
public record HeadSettings(Duration idleWorker, int startingPerNode, int startAttempts, Duration startPause, int remembered,
        Duration patience,
        Duration whyAfter) {
    public static HeadSettings defaults() {
        return new HeadSettings(Duration.ofSeconds(10), Math.max(4, 2 * Runtime.getRuntime().availableProcessors()), 5,
                Duration.ofMillis(500), 1_000,
                Duration.ofSeconds(10), Duration.ofSeconds(1));
    }
}
