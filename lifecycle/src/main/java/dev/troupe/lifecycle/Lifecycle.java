package dev.troupe.lifecycle;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.Problem;
import dev.troupe.dijob.Reading;
import dev.troupe.dijob.Shape;
import java.util.List;
import java.util.stream.Collectors;

/// Decides what happens to a job. The same observation always gives the same decision, and after a decision was carried out, the next one
/// is to do nothing.
public final class Lifecycle {
    private Lifecycle() {}

    /// What to do about a valid job.
    public static Decision decide(Job job, Observation seen, Cluster cluster) {
        Draft draft = new Draft(job, seen);
        Overdue.remove(draft, cluster);
        Status status = seen.status();
        if (seen.deleting()) {
            return Farewell.ofJob(draft);
        }
        if (status.refused()) {
            Limits.begin(draft);
            return draft.status(draft.status().corrected()).enter(Transition.CORRECTED, "the job was corrected and is valid now")
                    .decision();
        }
        if (status.phase().ended()) {
            return Farewell.ofPods(draft);
        }
        if (leaves(job, status)) {
            return draft.note(true, "StartedElsewhere", "another operator started this job, and Troupe cannot take it over: it is "
                    + "left alone; when its pods have ended, delete it and create it again").decision();
        }
        String title = job.shape().word();
        if (!status.shape().isEmpty() && !status.shape().equals(title)) {
            return draft.refuse("the job was started as one of kind " + status.shape() + " and cannot become one of kind " + title
                    + ": delete it and create it again").decision();
        }
        return switch (job.shape()) {
            case Shape.Coordinated _ -> new CoordinatorLifecycle(draft).decide();
            case Shape.Elastic _,Shape.Tasked _ -> new TaskLifecycle(draft, cluster).decide();
        };
    }

    /// Whether a job is left alone because another operator started it. The pods of jobs with tasks are the same in
    /// DI-orchestrator 1.1, so such jobs are taken over; the pods of others have different names or labels.
    public static boolean leaves(Job job, Status status) {
        return status.startedElsewhere() && !(job.shape() instanceof Shape.Tasked);
    }

    /// What to do about an invalid job. A job with pods was valid before; it is left as it is, and so is one that has ended.
    public static Decision refuse(Reading.Bad bad, Observation seen, Cluster cluster) {
        String why = Status.INVALID + bad.problems().stream().map(Problem::sentence).collect(Collectors.joining("; "));
        Draft draft = new Draft(null, seen);
        Overdue.remove(draft, cluster);
        if (seen.deleting()) {
            return Farewell.ofJob(draft);
        }
        Status status = seen.status();
        boolean known = status.refused() && status.refusal().equals(why);
        if (known || (status.phase().ended() && !status.refused())) {
            return draft.decision();
        }
        if (Transition.REFUSED.from().contains(status.phase()) && seen.pods().isEmpty()) {
            return draft.status(status.invalid(why)).enter(Transition.REFUSED, why).decision();
        }
        draft.refuse("the change is not applied: " + why);
        if (!status.shape().isEmpty() && !status.phase().ended()) {
            Unfollowed.decide(draft, bad.ending());
        }
        return draft.decision();
    }

    /// The rows of the table, for documentation and tests.
    public static List<Transition> table() {
        return List.of(Transition.values());
    }
}
