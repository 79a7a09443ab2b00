package dev.troupe.operator;

import dev.troupe.dijob.JobKey;
import dev.troupe.jobserver.RequestedReplicas;
import dev.troupe.kube.DIJobResource;
import dev.troupe.kube.LeanClient;
import dev.troupe.kube.Owners;
import dev.troupe.kube.Pages;
import dev.troupe.kube.PodView;
import dev.troupe.kube.SlimPod;
import dev.troupe.lifecycle.Labels;
import dev.troupe.lifecycle.Observation;
import dev.troupe.lifecycle.Status;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Observes a job and everything it owns.
final class Observer {
    private final KubernetesClient lean;
    private final Sources sources;
    private final PodGroups podGroups;
    private final InstantSource clock;

    /// @param lean of [LeanClient]
    Observer(KubernetesClient lean, Sources sources, PodGroups podGroups, InstantSource clock) {
        this.lean = lean;
        this.sources = sources;
        this.podGroups = podGroups;
        this.clock = clock;
    }

    /// Uses the pods in memory, which may lag behind the API server.
    Observed remembered(DIJobResource resource) {
        return observed(resource, sources.pods(resource));
    }

    /// Reads the pods from the API server. Pods must not be created based on memory: one that is missing there may exist and have its rank
    /// already.
    Observed fresh(DIJobResource resource) {
        JobKey key = new JobKey(resource.getMetadata().getNamespace(), resource.getMetadata().getName());
        return observed(resource, Pages.read(lean.pods().inNamespace(key.namespace()).withLabels(Labels.of(key)), SlimPod::of));
    }

    private Observed observed(DIJobResource resource, Collection<Pod> candidates) {
        Map<String, Pod> pods = new LinkedHashMap<>();
        candidates.stream().filter(pod -> Owners.has(resource, pod)).forEach(pod -> pods.put(pod.getMetadata().getName(), pod));
        Set<String> services = sources.services(resource).stream().filter(service -> Owners.has(resource, service))
                .filter(service -> service.getMetadata().getDeletionTimestamp() == null)
                .map((Service service) -> service.getMetadata().getName()).collect(Collectors.toSet());
        return new Observed(resource, pods,
                new Observation(Status.read(resource.getStatus()), pods.values().stream().map(PodView::of).toList(), services,
                        podGroups.members(resource), RequestedReplicas.of(resource), resource.isMarkedForDeletion(), clock.instant()));
    }
}
