package dev.troupe.lifecycle;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.Phase;
import dev.troupe.dijob.Task;
import dev.troupe.dijob.TaskType;
import dev.troupe.dijob.Template;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The life of a job with a coordinator, whose result is that of the job. Other pods are created when the coordinator requests them from the server;
/// here they only get their services.
final class CoordinatorLifecycle {
    private final Draft draft;
    private final Job job;
    private final Observation seen;
    private final Task task;
    private final Optional<Pod> coordinator;

    CoordinatorLifecycle(Draft draft) {
        this.draft = draft;
        this.job = draft.job;
        this.seen = draft.seen;
        this.task = job.tasks().getFirst();
        this.coordinator = seen.pods().stream().filter(pod -> pod.task().equals(task.name())).findFirst();
    }

    Decision decide() {
        Limits.begin(draft);
        List<Pod> present = seen.pods().stream().filter(pod -> !pod.deleting()).toList();
        boolean changed = coordinator.filter(pod -> pod.active() && !pod.template().equals(Fingerprint.of(job, task))).isPresent();
        Set<String> outdated = outdated(present);
        draft.status(
                draft.status().refusing(changed || !outdated.isEmpty() ? draft.status().refusal() : draft.remark())
                        .with(Tally.of(job, Math.max(1, present.size()), present)));
        if (Limits.passed(draft)) {
            return draft.decision();
        }
        Pod.State state = coordinator.map(pod -> pod.state(false)).orElse(null);
        boolean finished = state == Pod.State.SUCCEEDED || state == Pod.State.FAILED;
        if (job.terms().suspend() && !finished) {
            Limits.suspend(draft);
            return draft.decision();
        }
        if (draft.status().phase() == Phase.NONE) {
            draft.enter(Transition.SEEN, "the job asks for its coordinator");
            create();
        } else if (state == null) {
            gone("is gone");
            if (!draft.early()) {
                create();
            }
        } else {
            follow(state, coordinator.get());
        }
        if (!draft.status().phase().ended()) {
            services();
            orphans();
            if (changed) {
                draft.refuse("spec.coordinator.template and spec.volumes cannot change while the coordinator runs: "
                        + "delete the job and create it again");
            } else if (!outdated.isEmpty()) {
                draft.note(false, "TemplateChanged",
                        "running pods keep their template: spec." + String.join(".template and spec.", outdated)
                                + ".template applies to pods that the coordinator requests from now on");
            }
        }
        return draft.decision();
    }

    /// Roles whose template has changed since pods of it were requested.
    private Set<String> outdated(List<Pod> present) {
        return present.stream().filter(Pod::active).filter(pod -> !pod.task().equals(task.name()))
                .filter(pod -> job.task(pod.task()).filter(role -> !Fingerprint.of(job, role).equals(pod.template())).isPresent())
                .map(Pod::task).collect(Collectors.toCollection(TreeSet::new));
    }

    private void follow(Pod.State state, Pod pod) {
        switch (state) {
            case SUCCEEDED -> end(Transition.COORDINATOR_SUCCEEDED, "the coordinator succeeded");
            case FAILED -> end(Transition.COORDINATOR_FAILED, "the coordinator failed" + pod.how() + pod.lastWords());
            case LOST -> {
                draft.pauseAfter(List.of(pod), Phase.PENDING);
                gone("was evicted or lost its node");
                draft.add(new Action.DeletePod(pod.name(), "it was evicted or its node was lost"));
            }
            case LEAVING -> gone("is being deleted");
            case WAITING, READY -> {
                if (draft.status().phase() == Phase.PENDING && pod.phase() == PodPhase.RUNNING) {
                    draft.enter(Transition.COORDINATOR_RUNS, "the coordinator runs");
                }
            }
        }
    }

    private void end(Transition transition, String message) {
        draft.enter(transition, message);
        Farewell.clean(draft);
    }

    private void gone(String how) {
        if (draft.status().phase() == Phase.RUNNING) {
            draft.enter(Transition.COORDINATOR_GONE, "the coordinator " + how + ": it is created again");
        }
    }

    private void create() {
        draft.token();
        draft.add(new Action.CreatePod(new NewPod.Role(job.key().name() + "-" + task.name(), TaskType.COORDINATOR, task.template(),
                Resources.AS_WRITTEN, Optional.empty(), Optional.empty())));
    }

    /// Learners whose aggregator is gone cannot be reached and would only keep their GPUs. An aggregator is always created before its learners.
    private void orphans() {
        Set<String> present = seen.pods().stream().filter(pod -> !pod.deleting()).map(Pod::name).collect(Collectors.toSet());
        for (Pod pod : seen.pods()) {
            String aggregator = pod.labels().getOrDefault(Labels.AGGREGATOR, pod.name());
            if (present.contains(pod.name()) && !present.contains(aggregator)) {
                draft.add(new Action.DeletePod(pod.name(), "its aggregator " + aggregator + " is gone"));
            }
        }
    }

    /// One for each pod, called like it.
    private void services() {
        Set<String> pods = seen.pods().stream().map(Pod::name).collect(Collectors.toSet());
        for (Pod pod : seen.pods()) {
            if (!pod.deleting() && !seen.services().contains(pod.name())) {
                Map<String, Integer> ports = new LinkedHashMap<>(pod.ports());
                if (ports.isEmpty()) {
                    ports.put(Template.PORT_NAME, RolePort.of(pod.task()));
                }
                Map<String, String> selector = Labels.of(job.key());
                selector.put(Labels.POD, pod.name());
                Map<String, String> labels = new LinkedHashMap<>(selector);
                labels.putAll(Labels.old(pod.labels()));
                draft.add(new Action.CreateService(new Service(pod.name(), labels, selector, ports)));
            }
        }
        seen.services().stream().sorted().filter(name -> !pods.contains(name)).forEach(name -> draft.add(new Action.DeleteService(name)));
    }
}
