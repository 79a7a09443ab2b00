package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.kube.Crds;
import dev.troupe.kube.KubeCluster;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Somebody who may do no more than `deploy/di-user.yaml` says.
final class UserRightsTest {
    @TempDir
    Path directory;
    private KubeCluster cluster;
    private KubernetesClient administrator;
    private String namespace;
    private Path kubeconfig;

    @BeforeEach
    void bind() throws IOException {
        cluster = KubeCluster.shared();
        administrator = cluster.client();
        Crds.install(administrator);
        namespace = cluster.namespace();
        administrator.resource(new ServiceAccountBuilder().withNewMetadata().withName("ada").withNamespace(namespace).endMetadata().build())
                .create();
        for (var object : administrator.load(new ByteArrayInputStream(Files.readAllBytes(Path.of("../deploy/di-user.yaml")))).items()) {
            if (object instanceof ClusterRole role) {
                role.getMetadata().setName(namespace);
                administrator.resource(role).create();
            }
        }
        administrator.resource(new RoleBindingBuilder().withNewMetadata().withName("ada").withNamespace(namespace).endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", namespace).addNewSubject("", "ServiceAccount", "ada", namespace)
                .build()).create();
        kubeconfig = Files.writeString(directory.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: ada
                contexts: [{name: ada, context: {cluster: it, user: ada}}]
                clusters: [{name: it, cluster: {server: "%s", certificate-authority-data: "%s"}}]
                users: [{name: ada, user: {token: "%s"}}]
                """.formatted(cluster.url(), administrator.getConfiguration().getCaCertData(), cluster.token(namespace, "ada")));
        KubeCluster.await("the rights are known", () -> troupe("get", "jobs").exitCode() == 0);
    }

    @AfterEach
    void unbind() {
        administrator.rbac().clusterRoles().withName(namespace).delete();
    }

    private Said troupe(String... arguments) {
        return Said.by(new Troupe(), Stream.concat(Stream.of(arguments), Stream.of("--kubeconfig", kubeconfig.toString(), "--namespace",
                namespace)).toArray(String[]::new));
    }

    @Test
    void theRoleIsEnoughForTheCommands() throws IOException {
        Path job = Files.writeString(directory.resolve("job.yaml"), """
                apiVersion: diengine.opendilab.org/v2alpha1
                kind: DIJob
                metadata: {name: job}
                spec: {template: {spec: {containers: [{name: di-container, image: i}]}}}
                """);
        Path code = Code.in(directory.resolve("code"), "Main");
        for (String[] arguments : List.of(new String[]{"submit", "-f", job.toString()}, new String[]{"get", "workers", "job"},
                new String[]{"describe", "job", "job"}, new String[]{"kill", "job"}, new String[]{"kill", "--rm", "job"},
                new String[]{"launch", "--detach", "--name", "launched", "--package", code.toString()})) {
            Said said = troupe(arguments);
            assertEquals(0, said.exitCode(), said::err);
        }
        assertEquals(1, administrator.configMaps().inNamespace(namespace).withLabel("diengine/job", "launched").list().getItems().size());
        Said refused = troupe("get", "jobs", "--all-namespaces");
        assertTrue(refused.exitCode() == 1 && refused.err().contains("cannot list the jobs of all namespaces"), refused.err());
    }

    /// Also an administrator has only the rights of the user that the kubeconfig says to act as.
    @Test
    void whoActsAsSomebodyElseHasNoOtherRights() throws IOException {
        var config = KubeConfigUtils.parseConfig(cluster.kubeconfig().toFile());
        AuthInfo user = config.getUsers().getFirst().getUser();
        user.setAs("nobody");
        kubeconfig = Files.writeString(directory.resolve("nobody"), Serialization.asYaml(config));
        Said refused = troupe("get", "jobs");
        assertTrue(refused.exitCode() == 1 && refused.err().contains("User \"nobody\" cannot list resource \"dijobs\""), refused::toString);
        user.setAsGroups(List.of("system:masters"));
        kubeconfig = Files.writeString(directory.resolve("somebody"), Serialization.asYaml(config));
        assertEquals(0, troupe("get", "jobs").exitCode());
    }
}
