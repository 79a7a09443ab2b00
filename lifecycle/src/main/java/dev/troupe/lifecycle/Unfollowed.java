package dev.troupe.lifecycle;

import dev.troupe.dijob.Reading;
import java.util.List;

/// A started job whose last change is invalid. Its pods keep running; none is replaced, since it is not known what the next one
/// should be. The job still ends when all its pods have succeeded or it was active for too long, and it can be suspended.
final class Unfollowed {
    private Unfollowed() {}

    static void decide(Draft draft, Reading.Bad.Ending ending) {
        if (ending.suspend()) {
            Limits.suspend(draft);
            return;
        }
        List<Pod> pods = draft.seen.pods().stream().filter(pod -> !pod.deleting()).toList();
        boolean succeeded = pods.stream().allMatch(pod -> pod.phase() == PodPhase.SUCCEEDED) && !pods.isEmpty()
                && pods.size() >= draft.status().tally().replicas()
                && Transition.ALL_SUCCEEDED.from().contains(draft.status().phase());
        if (succeeded) {
            draft.enter(Transition.ALL_SUCCEEDED, "all " + pods.size() + " pods succeeded");
            leave(draft, pods);
        } else if (Limits.passed(draft, ending.deadline())) {
            leave(draft, pods);
        }
    }

    private static void leave(Draft draft, List<Pod> pods) {
        draft.seen.services().stream().sorted().forEach(name -> draft.add(new Action.DeleteService(name)));
        pods.stream().filter(Pod::alive).forEach(pod -> draft.add(new Action.DeletePod(pod.name(), "the job has ended")));
    }
}
