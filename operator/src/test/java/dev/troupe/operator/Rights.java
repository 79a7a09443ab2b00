package dev.troupe.operator;

import dev.troupe.jobs.Installation;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.Manifests;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A service account with the rights of the manifests, or with one less.
final class Rights implements AutoCloseable {
    private static final String ACCOUNT = "di-operator";

    final KubernetesClient client;
    private final KubernetesClient administrator;
    private final List<HasMetadata> clusterWide = new ArrayList<>();
    private boolean taken;

    private Rights(KubeCluster cluster, String namespace, String verb, String resource) {
        administrator = cluster.client();
        String manifests = Manifests.render(new Installation(namespace, "troupe", 1, Optional.empty(), false));
        for (HasMetadata object : administrator.load(new ByteArrayInputStream(manifests.getBytes(StandardCharsets.UTF_8))).items()) {
            switch (object) {
                case ClusterRole role -> {
                    role.getMetadata().setName(namespace);
                    take(role.getRules(), verb, resource);
                    clusterWide.add(administrator.resource(role).create());
                }
                case ClusterRoleBinding binding -> {
                    binding.getMetadata().setName(namespace);
                    binding.getRoleRef().setName(namespace);
                    clusterWide.add(administrator.resource(binding).create());
                }
                case Role role -> {
                    take(role.getRules(), verb, resource);
                    administrator.resource(role).create();
                }
                case HasMetadata other when List.of("ServiceAccount", "RoleBinding").contains(other.getKind()) ->
                        administrator.resource(other).create();
                default -> {
                    // the operator runs here
                }
            }
        }
        if (!verb.isEmpty() && !taken) {
            throw new IllegalArgumentException("the manifests have no right to " + verb + " " + resource);
        }
        client = cluster.client(cluster.token(namespace, ACCOUNT));
        KubeCluster.await("the rights are known", () -> may("list", "services") == !(verb + resource).equals("listservices")
                && may("list", "pods") == !(verb + resource).equals("listpods"));
    }

    static Rights all(KubeCluster cluster, String namespace) {
        return new Rights(cluster, namespace, "", "");
    }

    static Rights without(KubeCluster cluster, String namespace, String verb, String resource) {
        return new Rights(cluster, namespace, verb, resource);
    }

    private void take(List<PolicyRule> rules, String verb, String resource) {
        for (PolicyRule rule : rules) {
            if (rule.getResources().contains(resource)) {
                taken |= rule.getVerbs().remove(verb);
            }
        }
        rules.removeIf(rule -> rule.getVerbs().isEmpty());
    }

    private boolean may(String verb, String resource) {
        var review = new io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder().withNewSpec()
                .withNewResourceAttributes().withVerb(verb).withResource(resource).endResourceAttributes().endSpec().build();
        return Boolean.TRUE.equals(client.authorization().v1().selfSubjectAccessReview().create(review).getStatus().getAllowed());
    }

    @Override
    public void close() {
        client.close();
        clusterWide.forEach(object -> administrator.resource(object).delete());
    }
}
