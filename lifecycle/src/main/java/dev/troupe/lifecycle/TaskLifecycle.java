package dev.troupe.lifecycle;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.Names;
import dev.troupe.dijob.Phase;
import dev.troupe.dijob.Shape;
import dev.troupe.dijob.SuccessPolicy;
import dev.troupe.dijob.Task;
import java.util.List;

/// The life of a job without a coordinator.
final class TaskLifecycle {
    private final Draft draft;
    private final Job job;
    private final Observation seen;
    private final Difference difference;
    private final Repair repair;
    private final GangStart gang;
    private final int have;

    TaskLifecycle(Draft draft, Cluster cluster) {
        this.draft = draft;
        this.job = draft.job;
        this.seen = draft.seen;
        List<Task> tasks = tasks(job, seen);
        this.difference = Difference.of(job, tasks, seen.pods(), seen.status().counters().generation());
        this.have = (int) seen.pods().stream().filter(pod -> !pod.deleting()).count();
        this.repair = new Repair(draft, cluster, difference);
        this.gang = new GangStart(draft, cluster, repair, difference.wanted().size());
    }

    /// The tasks, with as many pods as are wanted now.
    static List<Task> tasks(Job job, Observation seen) {
        if (job.shape() instanceof Shape.Elastic elastic) {
            return job.tasks().stream().map(task -> task.withReplicas(elastic.clamp(seen.requested().orElse(task.replicas())))).toList();
        }
        return job.tasks();
    }

    Decision decide() {
        Limits.begin(draft);
        keepBooks();
        if (Limits.passed(draft)) {
            return draft.decision();
        }
        if (job.terms().suspend() && !finished()) {
            Limits.suspend(draft);
            return draft.decision();
        }
        if (chiefSucceeded()) {
            endWithChief();
            return draft.decision();
        }
        switch (draft.status().phase()) {
            case NONE -> {
                draft.enter(Transition.SEEN,
                        "the job asks for " + (difference.wanted().size() == 1 ? "one pod" : difference.wanted().size() + " pods"));
                gang.create();
            }
            case PENDING -> pending();
            case STARTING, RUNNING -> active();
            case RESTARTING -> restarting();
            case RESCHEDULING -> rescheduling();
            case SUCCEEDED, FAILED -> throw new IllegalStateException("the job has ended");
        }
        if (!draft.status().phase().ended()) {
            repair.relabel();
        }
        return draft.decision();
    }

    /// Updates ranks, generation and numbers, on which everything else depends.
    private void keepBooks() {
        Status status = draft.status().refusing(draft.remark());
        status = status.with(Roster.next(status.roster(), seen.pods(), difference.wanted(), job.shape() instanceof Shape.Elastic));
        if (job.shape() instanceof Shape.Elastic && difference.renewed(status.counters().generation())) {
            status = status.with(status.counters().renewed());
        }
        draft.status(status.with(Tally.of(job, difference.wanted().size(), seen.pods())));
    }

    private boolean finished() {
        return Transition.ALL_SUCCEEDED.from().contains(draft.status().phase()) && (difference.succeeded() || chiefSucceeded());
    }

    private boolean chiefSucceeded() {
        return job.terms().successPolicy() == SuccessPolicy.CHIEF_WORKER && difference.chiefSucceeded() && !difference.succeeded()
                && Transition.CHIEF_SUCCEEDED.from().contains(draft.status().phase());
    }

    private void endWithChief() {
        Slot chief = difference.wanted().getFirst();
        draft.enter(Transition.CHIEF_SUCCEEDED, "its chief, pod " + Names.pod(job, chief.task(), chief.index(),
                draft.status().counters().generation()) + ", succeeded");
        Farewell.clean(draft);
    }

    private void pending() {
        if (difference.wanted().isEmpty()) {
            repair.remove(difference.surplus(), "the job asks for fewer pods");
            return;
        }
        if (draft.early()) {
            return;
        }
        if (difference.settled()) {
            draft.enter(Transition.ALL_CREATED, all("are created"));
            return;
        }
        gang.create();
    }

    private void active() {
        if (difference.succeeded()) {
            draft.enter(Transition.ALL_SUCCEEDED, all("succeeded"));
            Farewell.clean(draft);
        } else if (!difference.failed().isEmpty()) {
            failed();
        } else if (!difference.settled() || !difference.outdated().isEmpty() || difference.wanted().isEmpty()) {
            draft.pauseAfter(difference.lost(), Phase.RESCHEDULING);
            draft.status(draft.status().with(draft.status().counters().rescheduled()));
            draft.enter(Transition.PODS_DIFFER, difference.reasons(have), !difference.isAskedFor(seen.status().roster()));
            repair.announce();
            repair.create();
            repair.roll();
        } else if (draft.status().phase() == Phase.STARTING && difference.unready().isEmpty()) {
            draft.enter(Transition.ALL_READY, all("are ready"));
        } else if (draft.status().phase() == Phase.STARTING) {
            gang.releaseUnlessPlaced();
        }
        if (!draft.status().phase().ended()) {
            repair.services();
        }
    }

    private void failed() {
        Counters counters = draft.status().counters();
        Pod first = difference.failed().getFirst();
        int more = difference.failed().size() - 1;
        String what = "pod " + first.name() + " failed" + first.how() + (more == 0 ? "" : ", and " + more + " more");
        if (job.terms().backoffLimit().isPresent() && counters.restarts() >= job.terms().backoffLimit().getAsInt()) {
            draft.enter(Transition.LIMIT_REACHED, what + ", and backoffLimit " + job.terms().backoffLimit().getAsInt() + " is reached"
                    + first.lastWords());
            Farewell.clean(draft);
            return;
        }
        int restarts = counters.restarts() + 1;
        draft.status(draft.status().with(counters.restarted()).notBefore(seen.now().plus(Pause.beforeRestart(restarts))));
        draft.enter(Transition.POD_FAILED, what + ": restart " + restarts
                + job.terms().backoffLimit().stream().mapToObj(limit -> " of " + limit).findFirst().orElse("") + first.lastWords());
        repair.remove(difference.failed(), "it failed");
    }

    private void restarting() {
        repair.remove(difference.failed(), "it failed");
        if (difference.failed().isEmpty() && difference.settled()) {
            draft.enter(Transition.FAILED_REPLACED, "failed pods are replaced");
        } else if (!draft.early()) {
            repair.create();
        }
    }

    private void rescheduling() {
        if (difference.wanted().isEmpty() && difference.settled()) {
            draft.enter(Transition.NONE_WANTED, "the job asks for no pods");
        } else if (difference.settled() && (difference.outdated().isEmpty() || !difference.failed().isEmpty())) {
            draft.enter(Transition.COUNT_RIGHT, all("are there"));
        } else {
            draft.pauseAfter(difference.lost(), Phase.RESCHEDULING);
            if (difference.lost().isEmpty() && draft.early()) {
                return;
            }
            repair.create();
            repair.roll();
        }
    }

    private String all(String predicate) {
        int pods = difference.wanted().size();
        return pods == 1 ? "its pod " + predicate.replaceFirst("^are ", "is ") : "all " + pods + " pods " + predicate;
    }
}
