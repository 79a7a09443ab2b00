package dev.troupe.lifecycle;

import dev.troupe.dijob.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Deadline and suspension, which work the same way for all shapes.
final class Limits {
    private Limits() {}

    /// First seen, corrected or resumed: the job becomes active now, unless it is suspended.
    static void begin(Draft draft) {
        Status status = draft.status();
        boolean suspend = draft.job.terms().suspend();
        if (status.phase() == Phase.NONE || status.refused()) {
            draft.status(
                    status.startedAs(draft.job.shape().word(), suspend ? Optional.empty() : Optional.of(draft.seen.now()), suspend));
        } else if (status.startedElsewhere()) {
            draft.token();
            draft.status(status.startedAs(draft.job.shape().word(), Optional.of(draft.seen.now()), false));
            draft.announce(false, "TakenOn", "another operator started the job: its pods keep running");
        } else if (status.suspended() && !suspend) {
            draft.status(status.startedAs(status.shape(), Optional.of(draft.seen.now()), false));
            draft.announce(false, "JobResumed", "the job is resumed: spec.suspend is false");
        }
    }

    /// Fails a job that was active for too long. Otherwise another decision follows when the deadline passes.
    static boolean passed(Draft draft) {
        boolean passed = passed(draft, draft.job.terms().deadline());
        if (passed) {
            Farewell.clean(draft);
        }
        return passed;
    }

    /// The same without what becomes of its pods.
    static boolean passed(Draft draft, Optional<Duration> deadline) {
        Status status = draft.status();
        if (deadline.isEmpty() || status.started().isEmpty() || status.suspended() || status.phase() == Phase.NONE) {
            return false;
        }
        Instant end = status.started().get().plus(deadline.get());
        if (draft.seen.now().isBefore(end)) {
            draft.again(end);
            return false;
        }
        draft.enter(Transition.DEADLINE_PASSED, "the job was active for longer than activeDeadlineSeconds, which is "
                + deadline.get().toSeconds());
        return true;
    }

    /// Deletes the pods of a suspended job, except those that have succeeded.
    static void suspend(Draft draft) {
        Status status = draft.status();
        if (status.phase() == Phase.NONE) {
            draft.enter(Transition.SEEN, "the job is suspended: its pods are created when spec.suspend is false");
        } else {
            draft.status(status.startedAs(status.shape(), status.started(), true));
            if (status.phase() != Phase.PENDING) {
                draft.enter(Transition.SUSPENDED, "the job is suspended: its pods are created again when spec.suspend is false");
            }
        }
        if (!status.suspended()) {
            draft.announce(false, "JobSuspended", "the job is suspended: spec.suspend is true");
        }
        draft.seen.pods().stream().filter(pod -> !pod.deleting() && pod.phase() != PodPhase.SUCCEEDED)
                .forEach(pod -> draft.add(new Action.DeletePod(pod.name(), "the job is suspended")));
    }
}
