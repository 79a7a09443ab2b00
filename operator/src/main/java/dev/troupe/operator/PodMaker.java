package dev.troupe.operator;

import dev.troupe.dijob.Cluster;
import dev.troupe.dijob.NewPod;
import dev.troupe.dijob.PodManifest;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Makes the pods a coordinator asked for, and takes them away.
final class PodMaker {
    private static final int INVALID = 422;

    private final KubernetesClient client;
    private final EventWriter events;
    private final Cluster cluster;
    private final Crowd crowd = new Crowd();

    PodMaker(KubernetesClient client, EventWriter events, Cluster cluster) {
        this.client = client;
        this.events = events;
        this.cluster = cluster;
    }

    /// All of them or none, aggregators before their learners: one without an aggregator would be taken away.
    ///
    /// @return false when a name is taken
    /// @throws Refusal when the API server does not take one of them
    boolean create(JobFinder.ValidJob found, List<NewPod.Role> pods) {
        Queue<String> made = new ConcurrentLinkedQueue<>();
        Queue<KubernetesClientException> failures = new ConcurrentLinkedQueue<>();
        Predicate<NewPod.Role> make = pod -> {
            try {
                Map<String, Object> tree = PodManifest.of(found.job(), pod, cluster);
                client.resource(client.getKubernetesSerialization().convertValue(tree, Pod.class)).create();
                events.report(found.resource(), false, "SuccessfulCreate", "created pod " + pod.name());
                return made.add(pod.name());
            } catch (KubernetesClientException e) {
                if (!ApiErrors.isConflict(e)) { // else it gets another name
                    events.report(found.resource(), true, "FailedCreate", "pod " + pod.name() + ": " + ApiErrors.sentence(e));
                }
                failures.add(e);
                return false;
            }
        };
        Map<Boolean, List<NewPod.Role>> beside = pods.stream().collect(Collectors.partitioningBy(pod -> pod.aggregator().isPresent()));
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

    /// With their own time to leave.
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
