package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.dijob.Phase;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import dev.troupe.lifecycle.Cluster;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Gangs in a cluster whose scheduler knows pod groups.
final class PodGroupsTest {
    private static final String API = "scheduling.x-k8s.io/v1alpha1";
    private static final CustomResourceDefinition DEFINITION = Serialization.unmarshal("""
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata:
              name: podgroups.scheduling.x-k8s.io
              annotations: {api-approved.kubernetes.io: "https://github.com/kubernetes-sigs/scheduler-plugins/pull/52"}
            spec:
              group: scheduling.x-k8s.io
              scope: Namespaced
              names: {kind: PodGroup, plural: podgroups, singular: podgroup}
              versions:
              - name: v1alpha1
                served: true
                storage: true
                schema:
                  openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {minMember: {type: integer}}}}}
            """, CustomResourceDefinition.class);

    @BeforeAll
    static void define() {
        KubernetesClient client = KubeCluster.shared().client();
        assertEquals(Cluster.Gang.OWN, new PodGroups(client, java.util.Optional.empty()).gang());
        client.resource(DEFINITION).create();
        KubeCluster.await("pod groups are known", () -> served(client));
    }

    @AfterAll
    static void forget() {
        KubeCluster.shared().client().resource(DEFINITION).delete();
    }

    @Test
    void theGroupHasAsManyMembersAsTheJobHasPods() {
        try (Lab lab = Lab.open()) {
            lab.create(SmallJobs.tasks("gang: true\npreemptible: true", "learner*1", "collector*2")).await("job", Phase.STARTING);
            assertEquals(3, members(lab));
            assertEquals("job", lab.pod("job-learner-0").getMetadata().getLabels().get("scheduling.x-k8s.io/pod-group"));
            lab.allReady("job").await("job", Phase.RUNNING);
            lab.cluster.kubectl("patch", "dijob", "job", "-n", lab.namespace, "--type=json", "-p",
                    "[{\"op\": \"replace\", \"path\": \"/spec/tasks/1/replicas\", \"value\": 4}]");
            lab.await("job", Phase.STARTING);
            assertEquals(5, members(lab));
        }
    }

    private static int members(Lab lab) {
        var group = lab.client.genericKubernetesResources(API, "PodGroup").inNamespace(lab.namespace).withName("job").get();
        assertEquals("job", group.getMetadata().getOwnerReferences().getFirst().getName());
        return ((Number) group.get("spec", "minMember")).intValue();
    }

    private static boolean served(KubernetesClient client) {
        try {
            return client.hasApiGroup("scheduling.x-k8s.io", true)
                    && client.genericKubernetesResources(API, "PodGroup").inNamespace("default").list().getItems().isEmpty();
        } catch (RuntimeException e) {
            return false;
        }
    }
}
