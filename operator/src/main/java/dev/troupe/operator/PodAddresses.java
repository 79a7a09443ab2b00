package dev.troupe.operator;

import dev.troupe.dijob.JobKey;
import dev.troupe.kube.DIJobResource;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/// Knows pods of jobs by the address they ask from: clients of DI-orchestrator send no token. Inside a cluster the address is that of the
/// pod itself, also through a service. It counts only while one living pod has it: one that has ended may have left it to another, and
/// pods in the network of their node share that node's.
final class PodAddresses {
    /// Shorter than it takes to give an address to another pod.
    private static final Duration MOMENT = Duration.ofMillis(500);
    /// Strangers must not keep the API server busy.
    private static final int AT_ONCE = 8;

    private final KubernetesClient client;
    private final Recent<String, Found> recent;
    private final Semaphore asking = new Semaphore(AT_ONCE);

    /// What is known of an address.
    sealed interface Found {
        /// A pod of a job has it.
        record Known(Caller.PodOfJob caller) implements Found {}

        /// No pod of a job has it to itself.
        ///
        /// @param why goes on from "the address 10.0.0.1 "
        record Unknown(String why) implements Found {}
    }

    PodAddresses(KubernetesClient client, InstantSource clock) {
        this.client = client;
        this.recent = new Recent<>(clock, MOMENT);
    }

    /// Which pod asks from there.
    Found at(InetAddress address) {
        String text = AddressText.of(address);
        return recent.get(text, () -> look(text));
    }

    private Found look(String address) {
        asking.acquireUninterruptibly();
        try {
            List<Pod> living = living(address);
            if (living.isEmpty()) {
                return new Found.Unknown("is that of no pod");
            }
            if (living.size() > 1 || living.stream().anyMatch(PodAddresses::sharesItsNode)) {
                return new Found.Unknown("is that of a node, which pods with hostNetwork share");
            }
            return job(living.getFirst()).<Found>map(job -> new Found.Known(new Caller.PodOfJob(living.getFirst().getMetadata().getName(),
                    job))).orElseGet(() -> new Found.Unknown("is that of a pod which belongs to no DIJob"));
        } finally {
            asking.release();
        }
    }

    /// From the memory of the API server, so that it has not to read all pods of the cluster.
    private List<Pod> living(String address) {
        return client.pods().inAnyNamespace().list(new ListOptionsBuilder().withFieldSelector("status.podIP=" + address)
                .withResourceVersion("0").build()).getItems().stream().filter(PodAddresses::lives).toList();
    }

    private static boolean lives(Pod pod) {
        String phase = pod.getStatus().getPhase();
        return !pod.isMarkedForDeletion() && !"Succeeded".equals(phase) && !"Failed".equals(phase);
    }

    private static boolean sharesItsNode(Pod pod) {
        return Boolean.TRUE.equals(pod.getSpec().getHostNetwork()) || pod.getStatus().getPodIP().equals(pod.getStatus().getHostIP());
    }

    /// The job of a pod, when it is still that job.
    private Optional<JobKey> job(Pod pod) {
        Optional<OwnerReference> owner = Owners.ofJob(pod);
        return owner.map(one -> new JobKey(pod.getMetadata().getNamespace(), one.getName())).filter(key -> {
            DIJobResource job = client.resources(DIJobResource.class).inNamespace(key.namespace()).withName(key.name()).get();
            return job != null && job.getMetadata().getUid().equals(owner.get().getUid());
        });
    }
}
