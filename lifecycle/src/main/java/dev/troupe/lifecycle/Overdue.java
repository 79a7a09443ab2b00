package dev.troupe.lifecycle;

import java.time.Duration;
import java.time.Instant;

/// Pods whose node is gone. No kubelet reports their end, so they would stay `Terminating` for ever and block their names.
final class Overdue {
    private Overdue() {}

    /// Deletes those that are overdue for long enough. For the others another decision follows in time.
    static void remove(Draft draft, Cluster cluster) {
        cluster.forceDeleteAfter().ifPresent(patience -> draft.seen.pods()
                .forEach(pod -> pod.deletion().ifPresent(due -> remove(draft, pod, due, patience))));
    }

    private static void remove(Draft draft, Pod pod, Instant due, Duration patience) {
        Instant end = due.plus(patience);
        if (draft.seen.now().isBefore(end)) {
            draft.again(end);
        } else {
            draft.add(
                    new Action.ForceDeletePod(pod.name(), "its node " + pod.node().orElse("(none)") + " should have stopped it by " + due));
        }
    }
}
