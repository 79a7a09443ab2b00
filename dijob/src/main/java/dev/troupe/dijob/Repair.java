package dev.troupe.dijob;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// The actions that make the pods of a job without a coordinator those it asks for.
final class Repair {
    static final int PORT = 22270;

    private final Draft draft;
    private final Cluster cluster;
    private final Difference difference;

    Repair(Draft draft, Cluster cluster, Difference difference) {
        this.draft = draft;
        this.cluster = cluster;
        this.difference = difference;
    }

    /// What pods find each other through, and know each other by.
    void services() {
        Job job = draft.job;
        String name = Names.service(job);
        if (!draft.seen.services().contains(name)) {
            draft.token();
            draft.add(new Action.CreateService(new Service(name, Labels.of(job.key()), Map.of(Template.PORT_NAME, PORT))));
        }
    }

    /// Takes away what nobody asks for, creates what is missing. A slot whose pod is still leaving waits: its name is taken.
    void create() {
        remove(difference.surplus(), "it is more than asked for");
        remove(difference.lost(), "the cluster has ended it");
        services();
        Job job = draft.job;
        if (job.terms().gang() && cluster.gang() != Cluster.Gang.OWN
                && !draft.seen.podGroup().equals(OptionalInt.of(difference.wanted().size()))) {
            draft.add(new Action.CreatePodGroup(difference.wanted().size()));
        }
        Roster roster = draft.status().roster().only(difference.wanted());
        int generation = draft.status().counters().generation();
        for (Slot slot : difference.missing()) {
            draft.add(new Action.CreatePod(new NewPod.Ranked(Names.pod(job, slot.task(), slot.index(), generation), slot,
                    roster.rank(slot), generation, difference.wanted().size(), roster)));
        }
    }

    /// Replaces pods of an earlier template, one at a time, and the next when all new ones are ready; those that never got ready first.
    void roll() {
        List<Pod> outdated = difference.outdated();
        List<Pod> unready = outdated.stream().filter(pod -> !pod.ready()).toList();
        boolean others = difference.unready().size() == unready.size();
        if (difference.settled() && difference.failed().isEmpty() && others && !outdated.isEmpty()) {
            remove(List.of((unready.isEmpty() ? outdated : unready).getFirst()), "its template has changed");
        }
    }

    /// Says that pods will be replaced although nothing is wrong with them.
    void announce() {
        if (!difference.outdated().isEmpty()) {
            draft.announce(false, "TemplateChanged", "the template has changed: " + difference.outdated().size()
                    + " pods are replaced, one after the other");
        }
    }

    void remove(List<Pod> pods, String why) {
        pods.forEach(pod -> draft.add(new Action.DeletePod(pod.name(), why)));
    }

    /// Labels follow the template without a restart.
    void relabel() {
        for (Pod pod : draft.seen.pods()) {
            draft.job.task(pod.task()).filter(_ -> !pod.deleting()).ifPresent(task -> {
                Map<String, String> labels = new LinkedHashMap<>(
                        Labels.of(draft.job, task.template(), task.type(), task.name(), pod.name()));
                labels.entrySet().removeAll(pod.labels().entrySet());
                if (!labels.isEmpty()) {
                    draft.add(new Action.RelabelPod(pod.name(), labels));
                }
            });
        }
    }
}
