package dev.troupe.lifecycle;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// A pod of a job as it was observed.
///
/// @param task its task, or in a job with a coordinator its role
/// @param index within its task; -1 in a job with a coordinator
/// @param rank within the job; -1 in a job with a coordinator
/// @param phase when the main container has ended while others still run, the phase that container alone would give
/// @param alive a container of it runs or will, whether or not the main one has ended
/// @param ready all its containers are
/// @param scheduled it has a node
/// @param exitCode of the main container
/// @param reason of the pod's status, e.g. `Evicted`; may be empty
/// @param message what the main container said when it ended; may be empty
/// @param deletion when it should be gone, its grace period included; empty when it is not being deleted
/// @param template the fingerprint it was created with
/// @param generation of the job it was created with
/// @param node its name; empty when it has none yet
/// @param ports of the main container, by name
public record Pod(String name, String task, int index, int rank, PodPhase phase, boolean alive, boolean ready, boolean scheduled,
        OptionalInt exitCode, String reason, String message, Optional<Instant> deletion, String template, int generation,
        Optional<String> node, Map<String, Integer> ports, Map<String, String> labels, Map<String, String> annotations) {
    private static final int TERMINATED = 143;
    private static final Set<String> TAKEN = Set.of("evicted", "unexpectedadmissionerror", "preempting", "nodelost", "nodeshutdown",
            "shutdown");

    /// What a pod means to its job.
    enum State {
        /// Created, not ready.
        WAITING, READY, SUCCEEDED, FAILED,
        /// Evicted or lost with its node: it ended without a fault of its own.
        LOST,
        /// Being deleted.
        LEAVING
    }

    public Pod {
        ports = Map.copyOf(ports);
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }

    /// It has a deletion timestamp.
    public boolean deleting() {
        return deletion.isPresent();
    }

    State state(boolean preemptible) {
        if (deleting()) {
            return State.LEAVING;
        }
        return switch (phase) {
            case PENDING -> State.WAITING;
            case RUNNING -> ready ? State.READY : State.WAITING;
            case SUCCEEDED -> State.SUCCEEDED;
            case FAILED, UNKNOWN -> taken(preemptible) ? State.LOST : State.FAILED;
        };
    }

    private boolean taken(boolean preemptible) {
        String why = reason.toLowerCase(Locale.ROOT);
        return TAKEN.contains(why) || why.startsWith("outof") || (preemptible && exitCode.equals(OptionalInt.of(TERMINATED)));
    }

    /// How it failed, to follow after "failed".
    String how() {
        if (exitCode.isPresent()) {
            return " with exit code " + exitCode.getAsInt();
        }
        return reason.isEmpty() ? "" : " (" + reason + ")";
    }

    /// Its last output, as the end of a sentence.
    String lastWords() {
        String words = LastWords.of(message);
        return words.isEmpty() ? "" : "; it said: " + words;
    }

    /// Its main container runs, or will.
    boolean active() {
        return phase == PodPhase.PENDING || phase == PodPhase.RUNNING;
    }

    Slot slot() {
        return new Slot(task, index);
    }
}
