package dev.troupe.jobserver;

import dev.troupe.kube.ApiErrors;
import dev.troupe.kube.Crowd;
import dev.troupe.kube.EventWriter;
import dev.troupe.kube.PodCreator;
import dev.troupe.lifecycle.Cluster;
import dev.troupe.lifecycle.NewPod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Creates and deletes the pods that a coordinator requests.
final class CoordinatorPods {
    private static final int INVALID = 422;

    private final KubernetesClient client;
    private final EventWriter events;
    private final PodCreator pods;
    private final Crowd crowd = new Crowd();

    CoordinatorPods(KubernetesClient client, EventWriter events, Cluster cluster) {
        this.client = client;
        this.events = events;
        this.pods = new PodCreator(client, cluster);
    }

    /// Creates all of them or none. Aggregators come before their learners: a learner without an aggregator would be deleted.
    ///
    /// @return false when a name is taken
    /// @throws Refusal when the API server rejects one of them
    boolean create(JobFinder.ValidJob found, List<NewPod.Role> requested) {
        Queue<String> made = new ConcurrentLinkedQueue<>();
        Queue<KubernetesClientException> failures = new ConcurrentLinkedQueue<>();
        Predicate<NewPod.Role> make = pod -> {
            try {
                pods.create(found.job(), pod);
                events.report(found.resource(), false, "SuccessfulCreate", "created pod " + pod.name());
                return made.add(pod.name());
            } catch (KubernetesClientException e) {
                if (!ApiErrors.isConflict(e)) { // after a conflict, the pod gets another name
                    events.report(found.resource(), true, "FailedCreate", "pod " + pod.name() + ": " + ApiErrors.sentence(e));
                }
                failures.add(e);
                return false;
            }
        };
        Map<Boolean, List<NewPod.Role>> beside = requested.stream().collect(Collectors.partitioningBy(pod -> pod.aggregator().isPresent()));
        if (crowd.all(beside.get(false), make) && crowd.all(beside.get(true), make)) {
            return true;
        }
        delete(found, made, "another one of the same request cannot be created");
        KubernetesClientException failure = failures.element();
        return switch (failure.getCode()) {
            case Refusal.CONFLICT -> false;
            case INVALID -> throw new Refusal(Refusal.MALFORMED, "the API server refuses the pod: " + ApiErrors.sentence(failure));
            case Refusal.FORBIDDEN -> throw new Refusal(Refusal.CONFLICT, "the API server refuses the pod: " + ApiErrors.sentence(failure));
            default -> throw failure;
        };
    }

    /// Deletes pods with their own grace period.
    void delete(JobFinder.ValidJob found, Collection<String> names, String why) {
        for (String name : names) {
            try {
                if (!client.pods().inNamespace(found.job().key().namespace()).withName(name).delete().isEmpty()) {
                    events.report(found.resource(), false, "SuccessfulDelete", "deleted pod " + name + ": " + why);
                }
            } catch (KubernetesClientException e) {
                events.report(found.resource(), true, "FailedDelete", "pod " + name + ": " + ApiErrors.sentence(e));
                throw e;
            }
        }
    }
}
