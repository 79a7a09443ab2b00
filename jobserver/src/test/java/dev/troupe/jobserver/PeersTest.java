package dev.troupe.jobserver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.lifecycle.Cluster;
import dev.troupe.lifecycle.Labels;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PeersTest {
    @Test
    void aPeerIsNamedInTheDomainOfTheCluster() {
        Pod pod = new PodBuilder().withNewMetadata().withName("job-learner-0").withNamespace("n").addToAnnotations(Labels.RANK, "0")
                .endMetadata().withNewSpec().withHostname("job-learner-0").withSubdomain("di-job").addNewContainer().withName("a")
                .endContainer().endSpec().build();
        Cluster usual = Cluster.USUAL;
        Cluster cluster = new Cluster(usual.serverUrl(), "svc.k8s.cluster", usual.gang(), usual.gangPatience(), usual.gangPause(),
                usual.serverCa(), usual.highPriorityClass(), usual.forceDeleteAfter());
        assertEquals(List.of("job-learner-0.di-job.n.svc.k8s.cluster:22270"), Peers.of(1, List.of(pod), cluster));
    }
}
