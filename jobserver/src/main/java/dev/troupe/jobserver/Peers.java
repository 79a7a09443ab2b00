package dev.troupe.jobserver;

import dev.troupe.kube.PodView;
import dev.troupe.lifecycle.Cluster;
import dev.troupe.lifecycle.PodPhase;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;

/// Who is there: the entry of each rank is where its pod is reached, and empty while it has none. Names are those of `DI_NODES`.
final class Peers {
    private static final int PORT = 22270;

    private Peers() {}

    /// @param span how many ranks the job has given out
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
            peers.set(seen.rank(), host(pod, cluster) + ":" + seen.ports().getOrDefault("di-port", PORT));
        }
        return peers;
    }

    private static String host(Pod pod, Cluster cluster) {
        return pod.getSpec().getHostname() + "." + pod.getSpec().getSubdomain() + "." + pod.getMetadata().getNamespace() + "."
                + cluster.domain();
    }
}
