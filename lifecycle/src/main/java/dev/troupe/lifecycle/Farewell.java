package dev.troupe.lifecycle;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/// What is left of a job that has ended, or is being deleted.
final class Farewell {
    private Farewell() {}

    /// The job has ended: its services are deleted, its pods as its policy says, and the job itself when its time to live is over.
    static Decision ofPods(Draft draft) {
        clean(draft);
        Job job = draft.job;
        Optional<Instant> over = job.terms().timeToLive().flatMap(ttl -> draft.status().ended().map(ended -> ended.plus(ttl)));
        over.ifPresent(instant -> {
            if (draft.seen.now().isBefore(instant)) {
                draft.again(instant);
            } else {
                draft.add(new Action.DeleteJob("ttlSecondsAfterFinished " + seconds(job.terms().timeToLive()) + " is over"));
            }
        });
        return draft.decision();
    }

    /// The job is being deleted: everything it owns is deleted, then its finalizer is removed.
    static Decision ofJob(Draft draft) {
        draft.seen.services().stream().sorted().forEach(name -> draft.add(new Action.DeleteService(name)));
        draft.seen.pods().stream().filter(pod -> !pod.deleting())
                .forEach(pod -> draft.add(new Action.DeletePod(pod.name(), "the job is deleted")));
        if (draft.seen.pods().isEmpty() && draft.seen.services().isEmpty()) {
            draft.add(new Action.Release());
        }
        return draft.decision();
    }

    /// Deletes services, and pods as the policy says. A pod whose sidecar outlives the main container counts as running.
    static void clean(Draft draft) {
        draft.seen.services().stream().sorted().forEach(name -> draft.add(new Action.DeleteService(name)));
        Stream<Pod> present = draft.seen.pods().stream().filter(pod -> !pod.deleting());
        Stream<Pod> going = switch (draft.job.terms().cleanPodPolicy()) {
            case ALL -> present;
            case RUNNING -> present.filter(Pod::alive);
            case NONE -> present.filter(pod -> pod.alive() && late(draft));
        };
        going.forEach(pod -> draft.add(new Action.DeletePod(pod.name(), "the job has ended")));
    }

    /// Pods that still run after a deadline are deleted under every policy, or the deadline would have no effect.
    private static boolean late(Draft draft) {
        Status status = draft.status();
        return status.phase() == Phase.FAILED && draft.job.terms().deadline().isPresent() && status.started().isPresent()
                && status.ended().isPresent()
                && !status.ended().get().isBefore(status.started().get().plus(draft.job.terms().deadline().get()));
    }

    private static long seconds(Optional<Duration> duration) {
        return duration.map(Duration::toSeconds).orElse(0L);
    }
}
