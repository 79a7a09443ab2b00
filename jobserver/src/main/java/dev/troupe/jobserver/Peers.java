package dev.troupe.jobserver;

import dev.troupe.kube.PodView;
import dev.troupe.lifecycle.AddressBook;
import dev.troupe.lifecycle.Cluster;
import dev.troupe.lifecycle.PodPhase;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;

/// The peers of a job: for each rank, the address of its pod, or an empty text while it has no pod. Names are the same as in `DI_NODES`.
final class Peers {
    private Peers() {}

    /// @param span how many ranks the job has assigned
    static List<String> of(int span, List<Pod> pods, Cluster cluster) {
        List<String> peers = new ArrayList<>();
        while (peers.size() < span) {
            peers.add("");
        }
        for (Pod pod : pods) {
            dev.troupe.lifecycle.Pod seen = PodView.of(pod);
            boolean here = seen.phase() == PodPhase.PENDING || seen.phase() == PodPhase.RUNNING;
            if (seen.rank() < 0 || seen.deleting() || !here) {
                continue;
            }
            while (peers.size() <= seen.rank()) {
                peers.add("");
            }
            peers.set(seen.rank(), host(pod, cluster) + ":" + seen.ports().getOrDefault("di-port", AddressBook.PORT));
        }
        return peers;
    }

    private static String host(Pod pod, Cluster cluster) {
        return pod.getSpec().getHostname() + "." + pod.getSpec().getSubdomain() + "." + pod.getMetadata().getNamespace() + "."
                + cluster.domain();
    }
}
