package dev.troupe.jobserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whose requests are accepted.
final class ServerAccessTest {
    @TempDir
    private Path packages;
    private Desk desk;

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @BeforeEach
    void open() throws Exception {
        desk = new Desk(packages);
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private String path(String namespace) {
        return "/v2alpha1/job/" + namespace + ".job/replicas";
    }

    @Test
    void aStrangerGetsNowhere() throws Exception {
        for (String path : List.of(path(desk.namespace), "/v1alpha1/replicas", "/packages/" + "a".repeat(64), "/anything")) {
            for (String verb : List.of("GET", "POST", "DELETE", "PUT", "PATCH")) {
                for (String token : List.of("", "made-up", desk.token + "x")) {
                    String message = desk.send(verb, path, BodyPublishers.ofString("{}"), token).refusal(401);
                    assertTrue(message.startsWith(token.isEmpty() ? "the request has no token" : "the token is not valid"), message);
                }
            }
        }
        assertEquals("Bearer", desk.http().send(HttpRequest.newBuilder(desk.uri("/packages/x")).build(),
                java.net.http.HttpResponse.BodyHandlers.discarding()).headers().firstValue("WWW-Authenticate").orElse(""));
        assertEquals("healthy", desk.send("GET", "/healthz", BodyPublishers.noBody(), "").envelope().get("message").asText());
    }

    @Test
    void aPodAsksForTheJobsOfItsNamespace() throws Exception {
        assertEquals("there is no DIJob " + desk.namespace + "/job", desk.get(path(desk.namespace)).refusal(404));
        String other = desk.cluster.namespace();
        String message = desk.get(path(other)).refusal(403);
        assertEquals("system:serviceaccount:" + desk.namespace + ":default may not get dijobs/replicas in the namespace " + other
                + ": ask from a pod of that namespace, or for a role with that right", message);
        assertTrue(desk.send("POST", path(other), "{'replicas': 1}").refusal(403).contains("may not update"));
        assertTrue(desk.send("POST", "/v1alpha1/replicas", "{'namespace': '" + other + "', 'coordinator': 'c'}").refusal(403)
                .contains("may not update"));
        assertTrue(desk.get("/v1alpha1/replicas").refusal(403).contains("in all namespaces"));
    }

    @Test
    void aRoleLetsOthersIn() throws Exception {
        String other = desk.cluster.namespace();
        desk.client.resource(new RoleBuilder().withNewMetadata().withName("peers").withNamespace(other).endMetadata().addNewRule()
                .withApiGroups("diengine.opendilab.org").withResources("dijobs/replicas").withVerbs("get").endRule().build()).create();
        desk.client.resource(new RoleBindingBuilder().withNewMetadata().withName("peers").withNamespace(other).endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "Role", "peers").addNewSubject().withKind("ServiceAccount").withName("default")
                .withNamespace(desk.namespace).endSubject().build()).create();
        KubeCluster.await("the role is known", () -> {
            try {
                return desk.get(path(other)).status() == 404;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        assertTrue(desk.send("DELETE", path(other), "{'replicas': 1}").refusal(403).contains("may not update"), "reading is not changing");
    }

    @Test
    void aClusterRoleShowsTheJobsOfAllNamespaces() throws Exception {
        List<String> namespaces = List.of(desk.namespace, desk.cluster.namespace());
        for (String namespace : namespaces) {
            var job = desk.client.resource(desk.client.getKubernetesSerialization().unmarshal(SmallJobs.coordinated(""),
                    GenericKubernetesResource.class)).inNamespace(namespace).create();
            desk.client.resource(desk.pod(job, "job-coordinator", "coordinator").editMetadata().withNamespace(namespace).endMetadata()
                    .build()).create();
        }
        String name = "peers-" + desk.namespace;
        var role = desk.client.resource(new ClusterRoleBuilder().withNewMetadata().withName(name).endMetadata().addNewRule()
                .withApiGroups("diengine.opendilab.org").withResources("dijobs/replicas").withVerbs("get").endRule().build());
        var binding = desk.client.resource(new ClusterRoleBindingBuilder().withNewMetadata().withName(name).endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", name).addNewSubject().withKind("ServiceAccount")
                .withName("default").withNamespace(desk.namespace).endSubject().build());
        role.create();
        binding.create();
        try {
            KubeCluster.await("the role is known", () -> {
                try {
                    return desk.get("/v1alpha1/replicas").status() == 200;
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            assertTrue(desk.get("/v1alpha1/replicas").data().findValuesAsText("namespace").containsAll(namespaces));
        } finally {
            binding.delete();
            role.delete();
        }
    }

    @Test
    void aTokenMayComeThroughAProxy() throws Exception {
        assertEquals(404, desk.send(HttpRequest.newBuilder(desk.uri(path(desk.namespace))).header(Access.TOKEN, desk.token)).status());
    }

    @Test
    void whoATokenIsIsRememberedForAMinute() throws Exception {
        KubernetesClient own = new KubernetesClientBuilder().withConfig(desk.client.getConfiguration()).build();
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        TokenReviews reviews = new TokenReviews(own, now::get);
        assertEquals(Optional.of("system:serviceaccount:" + desk.namespace + ":default"),
                reviews.review(desk.token).map(Caller.Account::user));
        assertFalse(reviews.review("made-up").isPresent());
        own.close(); // from now on the API server cannot be asked
        now.set(Instant.EPOCH.plus(TokenReviews.REFUSED).minusMillis(1));
        assertFalse(reviews.review("made-up").isPresent());
        now.set(Instant.EPOCH.plus(TokenReviews.REMEMBERED).minusMillis(1));
        assertTrue(reviews.review(desk.token).isPresent());
        assertThrows(RuntimeException.class, () -> reviews.review("made-up"));
        now.set(Instant.EPOCH.plus(TokenReviews.REMEMBERED));
        assertThrows(RuntimeException.class, () -> reviews.review(desk.token));
    }

    @Test
    void anInsecureServerAsksNobody() throws Exception {
        ServerSettings usual = Desk.settings(packages);
        try (Desk open = new Desk(new ServerSettings(0, usual.tls(), ServerSettings.Admission.ANYBODY, usual.namespace(), usual.packages()),
                desk.namespace)) {
            assertEquals(404, open.send("GET", path(desk.namespace), BodyPublishers.noBody(), "").status());
            assertEquals(200, open.send("GET", "/v1alpha1/replicas", BodyPublishers.noBody(), "made-up").status());
        }
    }
}
