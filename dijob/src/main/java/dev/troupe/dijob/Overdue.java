package dev.troupe.dijob;

import java.time.Duration;
import java.time.Instant;

/// Pods whose node is gone: nobody there says that they have ended, so they would be leaving for ever, and hold their names.
final class Overdue {
    private Overdue() {}

    /// Takes those away that should have been gone for long enough; the others will be looked at when it is their time.
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
