package dev.troupe.jobserver;

import dev.troupe.dijob.JobKey;
import dev.troupe.kube.DIJobResource;
import dev.troupe.kube.Owners;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;

/// Identifies pods of jobs by the address that their requests come from, because clients of DI-orchestrator send no token. Inside a
/// cluster this is the address of the pod itself, even through a service. It identifies a pod that is running and that alone has the
/// address. A pod that is being deleted still has its address but is not identified by it; pods in the network of their node share its address.
final class PodAddresses {
    /// How long to wait for a pod that has just started: its program may ask before its node has reported the address.
    static final Duration PATIENCE = Duration.ofSeconds(10);
    /// Shorter than the time until an address can belong to another pod.
    private static final Duration MOMENT = Duration.ofMillis(500);
    /// Limits the requests to the API server that strangers can cause.
    private static final int AT_ONCE = 8;
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");
    private static final Set<String> ALIVE = Set.of("Pending", "Running");

    private final KubernetesClient client;
    private final InstantSource clock;
    private final Duration patience;
    private final Recent<String, Found> recent;
    private final Semaphore asking = new Semaphore(AT_ONCE);

    /// What is known of an address.
    sealed interface Found {
        /// A pod of a job has it.
        record Known(Caller.PodOfJob caller) implements Found {}

        /// No pod of a job has it to itself.
        ///
        /// @param why goes on from "the address 10.0.0.1 "
        /// @param passing whether this may soon change by itself
        record Unknown(String why, boolean passing) implements Found {}
    }

    PodAddresses(KubernetesClient client, InstantSource clock, Duration patience) {
        this.client = client;
        this.clock = clock;
        this.patience = patience;
        this.recent = new Recent<>(clock, MOMENT);
    }

    /// The pod that sends requests from this address.
    Found at(InetAddress address) throws InterruptedException {
        String text = AddressText.of(address);
        Instant end = clock.instant().plus(patience);
        while (true) {
            Found found = recent.get(text, () -> look(text));
            if (!(found instanceof Found.Unknown unknown && unknown.passing()) || !clock.instant().isBefore(end)) {
                return found;
            }
            Thread.sleep(MOMENT);
        }
    }

    private Found look(String address) {
        asking.acquireUninterruptibly();
        try {
            List<Pod> holders = holders(address);
            if (holders.isEmpty()) {
                return new Found.Unknown("belongs to no pod", true);
            }
            if (holders.stream().anyMatch(PodAddresses::sharesItsNode)) {
                return new Found.Unknown("belongs to a node, which pods with hostNetwork share", false);
            }
            if (holders.size() > 1) {
                return new Found.Unknown("belongs to more than one pod", true);
            }
            Pod pod = holders.getFirst();
            if (!identifies(pod, address)) {
                return new Found.Unknown("belongs to a pod that is being deleted, or whose node is lost", true);
            }
            return job(pod).<Found>map(job -> new Found.Known(new Caller.PodOfJob(pod.getMetadata().getName(), job)))
                    .orElseGet(() -> new Found.Unknown("belongs to a pod that is not part of a DIJob", false));
        } finally {
            asking.release();
        }
    }

    /// The pods that have the address and have not ended. They come from the cache of the API server, which may be outdated, because it
    /// would otherwise read all pods of the cluster.
    private List<Pod> holders(String address) {
        return client.pods().inAnyNamespace().list(new ListOptionsBuilder().withFieldSelector("status.podIP=" + address)
                .withResourceVersion("0").build()).getItems().stream().filter(pod -> !ENDED.contains(pod.getStatus().getPhase())).toList();
    }

    /// Whether the pod is running now and still has the address. This is not read from the cache, because another pod may have the address now.
    private boolean identifies(Pod seen, String address) {
        Pod now = client.pods().inNamespace(seen.getMetadata().getNamespace()).withName(seen.getMetadata().getName()).get();
        return now != null && now.getMetadata().getUid().equals(seen.getMetadata().getUid()) && !now.isMarkedForDeletion()
                && ALIVE.contains(now.getStatus().getPhase()) && address.equals(now.getStatus().getPodIP());
    }

    private static boolean sharesItsNode(Pod pod) {
        return Boolean.TRUE.equals(pod.getSpec().getHostNetwork()) || pod.getStatus().getPodIP().equals(pod.getStatus().getHostIP());
    }

    /// The job of a pod, provided that it has not been replaced by another job of that name.
    private Optional<JobKey> job(Pod pod) {
        Optional<OwnerReference> owner = Owners.ofJob(pod);
        return owner.map(one -> new JobKey(pod.getMetadata().getNamespace(), one.getName())).filter(key -> {
            DIJobResource job = client.resources(DIJobResource.class).inNamespace(key.namespace()).withName(key.name()).get();
            return job != null && job.getMetadata().getUid().equals(owner.get().getUid());
        });
    }
}
