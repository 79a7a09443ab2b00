package dev.troupe.lifecycle;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.Names;
import dev.troupe.dijob.Template;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/// The actions after which a job without a coordinator has the pods it asks for.
final class Repair {
    private final Draft draft;
    private final Cluster cluster;
    private final Difference difference;

    Repair(Draft draft, Cluster cluster, Difference difference) {
        this.draft = draft;
        this.cluster = cluster;
        this.difference = difference;
    }

    /// Creates the service by which pods find each other, and the token by which they recognize each other.
    void services() {
        Job job = draft.job;
        String name = Names.service(job);
        if (!draft.seen.services().contains(name)) {
            draft.token();
            draft.add(new Action.CreateService(
                    new Service(name, Labels.of(job.key()), Labels.of(job.key()), Map.of(Template.PORT_NAME, AddressBook.PORT))));
        }
    }

    /// Deletes surplus pods, and pods that were evicted or lost with their node.
    void clear() {
        remove(difference.surplus(), "the job asks for fewer pods");
        remove(difference.lost(), "it was evicted or its node was lost");
    }

    /// Clears, and creates the missing pods. A slot whose pod is still being deleted waits, because the name is taken.
    void create() {
        clear();
        services();
        Job job = draft.job;
        if (job.terms().gang() && !cluster.gang().isOurs()
                && !draft.seen.podGroup().equals(OptionalInt.of(difference.wanted().size()))) {
            draft.add(new Action.CreatePodGroup(difference.wanted().size()));
        }
        if (difference.missing().isEmpty()) {
            return;
        }
        Roster roster = draft.status().roster().only(difference.wanted());
        int generation = draft.status().counters().generation();
        AddressBook addresses = AddressBook.of(job, roster, generation, cluster);
        if (!addresses.known(draft.seen.pods())) {
            draft.add(new Action.CreateAddresses(addresses));
        }
        for (Slot slot : difference.missing()) {
            draft.add(new Action.CreatePod(new NewPod.Ranked(Names.pod(job, slot.task(), slot.index(), generation), slot,
                    roster.rank(slot), generation, difference.wanted().size(), addresses)));
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

    /// Announces that pods will be replaced because of a new template.
    void announce() {
        if (!difference.outdated().isEmpty()) {
            draft.announce(false, "TemplateChanged", "the template has changed: " + difference.outdated().size()
                    + " pods are replaced, one after the other");
        }
    }

    void remove(List<Pod> pods, String why) {
        pods.forEach(pod -> draft.add(new Action.DeletePod(pod.name(), why)));
    }

    /// Labels and annotations follow the template without a restart; and a pod that has found its node says which.
    void relabel() {
        for (Pod pod : draft.seen.pods()) {
            draft.job.task(pod.task()).filter(_ -> !pod.deleting()).ifPresent(task -> {
                Set<String> labels = named(pod, Labels.TEMPLATE_LABELS);
                labels.add(Labels.GROUP);
                Set<String> annotations = named(pod, Labels.TEMPLATE_ANNOTATIONS);
                annotations.addAll(Set.of(Labels.TEMPLATE_LABELS, Labels.TEMPLATE_ANNOTATIONS));
                Map<String, String> noted = Labels.annotations(task.template(), pod.node().orElse(""));
                if (pod.template().isEmpty()) {
                    noted.put(Labels.TEMPLATE, Fingerprint.of(draft.job, task));
                }
                Action.RelabelPod change = new Action.RelabelPod(pod.name(),
                        Marks.of(pod.labels(), Labels.of(draft.job, task.template(), task.type(), task.name(), pod.name()), labels),
                        Marks.of(pod.annotations(), noted, annotations));
                if (!change.labels().isEmpty() || !change.annotations().isEmpty()) {
                    draft.add(change);
                }
            });
        }
    }

    private static Set<String> named(Pod pod, String annotation) {
        Set<String> names = new HashSet<>(List.of(pod.annotations().getOrDefault(annotation, "").split(",", -1)));
        names.removeIf(Labels::isOurs);
        return names;
    }
}
