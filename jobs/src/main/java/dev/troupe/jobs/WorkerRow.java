package dev.troupe.jobs;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/// A worker in the list of a job's workers: a pod.
///
/// @param rank within the job; -1 when it has none
/// @param status its phase, or what keeps it from running, e.g. `ImagePullBackOff`; `Terminating` while it leaves
/// @param node where it is; empty when nowhere yet
/// @param message what there is to say about it; may be empty
public record WorkerRow(String name, String task, int rank, String status, Optional<Instant> started, OptionalInt exitCode, String node,
        String message) {}
