package dev.troupe.lifecycle;

import dev.troupe.dijob.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Starts all pods of a gang or none. An incomplete gang is deleted again: it would hold resources while it waits for the rest.
final class GangStart {
    /// How often to look for room.
    private static final Duration LOOK = Duration.ofSeconds(5);

    private final Draft draft;
    private final Cluster cluster;
    private final Repair repair;
    private final int wanted;

    GangStart(Draft draft, Cluster cluster, Repair repair, int wanted) {
        this.draft = draft;
        this.cluster = cluster;
        this.repair = repair;
        this.wanted = wanted;
    }

    /// Creates the first pods of a job. The pods of a gang are created when all have room; if some exist and the others have no room, or
    /// cannot be created in time, those that exist are deleted again.
    void create() {
        if (!isOurs()) {
            repair.create();
            return;
        }
        boolean begins = draft.seen.status().phase() == Phase.NONE;
        long exist = present().stream().filter(Pod::active).count();
        List<Unplaced> withoutRoom = draft.seen.withoutRoom();
        if (!withoutRoom.isEmpty() && (begins || exist == 0)) {
            hold(withoutRoom);
        } else if (!withoutRoom.isEmpty()) {
            release(exist + " of the gang's " + wanted + " pods exist and " + withoutRoom.getFirst().sentence(),
                    "no node has room for all pods of the gang");
        } else if (begins || exist == 0) {
            begin(begins);
            repair.create();
        } else if (patient()) {
            repair.create();
        } else {
            release(exist + " of the gang's " + wanted + " pods could be created within " + cluster.gangPatience().toSeconds() + " s",
                    "not all pods of the gang could be created");
        }
    }

    /// Deletes all pods if some have not found a node in time.
    void releaseUnlessPlaced() {
        List<Pod> present = present();
        long placed = present.stream().filter(Pod::scheduled).count();
        if (isOurs() && placed < present.size() && !patient()) {
            release(placed + " of " + present.size() + " pods found room within " + cluster.gangPatience().toSeconds() + " s",
                    "not all pods of the job found room");
        }
    }

    private boolean isOurs() {
        return draft.job.terms().gang() && cluster.gang().isOurs();
    }

    private List<Pod> present() {
        return draft.seen.pods().stream().filter(pod -> !pod.deleting()).toList();
    }

    /// Creates nothing yet. The message names the same pod as long as no node has room for it, and the event comes once, because other pods
    /// come and go and so the pods that lack room change all the time.
    private void hold(List<Unplaced> withoutRoom) {
        repair.clear();
        String together = wanted == 1 ? ": the gang starts when it has room"
                : ": the gang's " + wanted + " pods start together when all have room";
        String said = draft.status().message();
        Unplaced named = withoutRoom.stream().filter(pod -> said.startsWith(pod.beginning())).findFirst().orElse(withoutRoom.getFirst());
        String sentence = named.sentence() + together;
        if (said.endsWith(together)) {
            draft.status(draft.status().saying(sentence));
        } else {
            draft.waits("GangWaits", sentence);
        }
        draft.again(draft.seen.now().plus(LOOK));
    }

    /// Notes when the first pods are created; from then on the others have a limited time to be created.
    private void begin(boolean first) {
        String sentence = wanted == 1 ? "the gang's pod is being created" : "the gang's " + wanted + " pods are being created";
        if (!first && !draft.status().message().equals(sentence)) {
            draft.status(draft.status().saying(sentence).notBefore(draft.seen.now()));
        }
    }

    /// Whether there is still time. If so, another decision follows when the time is over.
    private boolean patient() {
        Instant since = draft.status().since().orElse(draft.seen.now());
        Instant began = draft.status().notBefore().filter(since::isBefore).orElse(since);
        Instant end = began.plus(cluster.gangPatience());
        if (draft.seen.now().isBefore(end)) {
            draft.again(end);
            return true;
        }
        return false;
    }

    private void release(String found, String why) {
        Instant next = draft.seen.now().plus(pause());
        draft.status(draft.status().notBefore(next));
        draft.enter(Transition.GANG_RELEASED, found + ": all are deleted and created again in " + pause().toSeconds() + " s");
        draft.again(next);
        repair.remove(present().stream().filter(pod -> pod.phase() != PodPhase.SUCCEEDED).toList(), why);
    }

    /// Differs from job to job, so that two gangs do not collide repeatedly.
    private Duration pause() {
        int part = Math.floorMod(draft.job.key().toString().hashCode(), 8);
        return cluster.gangPause().plus(cluster.gangPause().multipliedBy(part).dividedBy(8));
    }
}
