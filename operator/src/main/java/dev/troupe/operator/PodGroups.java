package dev.troupe.operator;

import dev.troupe.kube.DIJobResource;
import dev.troupe.kube.Owners;
import dev.troupe.lifecycle.Cluster;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Pod groups of a scheduler that starts all pods of a job or none, where the cluster has one.
final class PodGroups {
    private static final String VOLCANO = "scheduling.volcano.sh";
    private static final String COSCHEDULING = "scheduling.x-k8s.io";

    private final KubernetesClient client;
    private final Cluster.Gang gang;

    PodGroups(KubernetesClient client, Optional<Cluster.Gang> gang) {
        this.client = client;
        this.gang = gang.orElseGet(() -> found(client));
    }

    Cluster.Gang gang() {
        return gang;
    }

    private static Cluster.Gang found(KubernetesClient client) {
        if (client.hasApiGroup(VOLCANO, true)) {
            return Cluster.Gang.VOLCANO;
        }
        return client.hasApiGroup(COSCHEDULING, true) ? Cluster.Gang.COSCHEDULING : Cluster.Gang.OWN;
    }

    /// How many members the job's group needs; empty when it has none.
    OptionalInt members(DIJobResource job) {
        if (gang.isOurs() || job.getSpec() == null || !Boolean.TRUE.equals(job.getSpec().get("gang"))) {
            return OptionalInt.empty();
        }
        GenericKubernetesResource group = group(job).get();
        return group != null && Owners.owns(job, group) && group.get("spec", "minMember") instanceof Number members
                ? OptionalInt.of(members.intValue())
                : OptionalInt.empty();
    }

    /// Creates the group, or changes its size.
    void set(DIJobResource job, int members) {
        GenericKubernetesResource before = group(job).get();
        if (before == null) {
            client.resource(new GenericKubernetesResourceBuilder().withApiVersion(apiVersion()).withKind("PodGroup").withNewMetadata()
                    .withName(job.getMetadata().getName()).withNamespace(job.getMetadata().getNamespace())
                    .withOwnerReferences(new OwnerReferenceBuilder().withApiVersion(job.getApiVersion()).withKind(job.getKind())
                            .withName(job.getMetadata().getName()).withUid(job.getMetadata().getUid()).withController(true)
                            .withBlockOwnerDeletion(true).build())
                    .endMetadata().addToAdditionalProperties("spec", Map.of("minMember", members)).build()).create();
        } else if (Owners.owns(job, before)) {
            group(job).patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\": {\"minMember\": " + members + "}}");
        } else {
            throw new TakenException("pod group", before);
        }
    }

    private Resource<GenericKubernetesResource> group(DIJobResource job) {
        return client.genericKubernetesResources(apiVersion(), "PodGroup").inNamespace(job.getMetadata().getNamespace())
                .withName(job.getMetadata().getName());
    }

    private String apiVersion() {
        return gang == Cluster.Gang.VOLCANO ? VOLCANO + "/v1beta1" : COSCHEDULING + "/v1alpha1";
    }
}
