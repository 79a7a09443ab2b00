package dev.troupe.dijob;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// All pods of a gang find room, or none keeps what it found: half a gang would hold it and wait for the other half.
final class GangStart {
    /// How often to look for room.
    private static final Duration LOOK = Duration.ofSeconds(5);

    private final Draft draft;
    private final Cluster cluster;

    GangStart(Draft draft, Cluster cluster) {
        this.draft = draft;
        this.cluster = cluster;
    }

    /// Creates nothing yet: a pod would find no room.
    void hold(String pod, int wanted) {
        draft.waits("GangWaits",
                "pod " + pod + " finds no room: none of the " + wanted + " pods of the gang is started until all find room");
        draft.again(draft.seen.now().plus(LOOK));
    }

    /// Takes all pods away when some have not found room in time.
    void release() {
        if (!draft.job.terms().gang() || !cluster.gang().isOurs()) {
            return;
        }
        List<Pod> present = draft.seen.pods().stream().filter(pod -> !pod.deleting()).toList();
        long placed = present.stream().filter(Pod::scheduled).count();
        if (placed == present.size()) {
            return;
        }
        Instant end = draft.status().since().orElse(draft.seen.now()).plus(cluster.gangPatience());
        if (draft.seen.now().isBefore(end)) {
            draft.again(end);
            return;
        }
        Instant next = draft.seen.now().plus(pause());
        draft.status(draft.status().notBefore(next));
        draft.enter(Transition.GANG_RELEASED, placed + " of " + present.size() + " pods found room within "
                + cluster.gangPatience().toSeconds() + " s: all are taken away and created again in " + pause().toSeconds() + " s");
        draft.again(next);
        present.stream().filter(pod -> pod.phase() != PodPhase.SUCCEEDED)
                .forEach(pod -> draft.add(new Action.DeletePod(pod.name(), "not all pods of the job found room")));
    }

    /// Differs from job to job, so that two gangs do not meet again and again.
    private Duration pause() {
        int part = Math.floorMod(draft.job.key().toString().hashCode(), 8);
        return cluster.gangPause().plus(cluster.gangPause().multipliedBy(part).dividedBy(8));
    }
}
