package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.jobs.Installation;
import dev.troupe.jobserver.Desk;
import dev.troupe.jobserver.ServerSettings;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.Manifests;
import dev.troupe.kube.SmallJobs;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// The operator with its server: how they are started, and with which rights.
final class ServedOperatorTest {
    @TempDir
    private Path packages;
    private Optional<String> role = Optional.empty();

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @AfterEach
    void noRights() {
        KubernetesClient client = KubeCluster.shared().client();
        role.ifPresent(name -> {
            client.rbac().clusterRoleBindings().withName(name).delete();
            client.rbac().clusterRoles().withName(name).delete();
        });
    }

    /// A client with the rights of the manifests, and no others.
    private KubernetesClient operator(String namespace) {
        KubernetesClient client = KubeCluster.shared().client();
        List<HasMetadata> manifests = client
                .load(new ByteArrayInputStream(Manifests.render(Installation.USUAL).getBytes(StandardCharsets.UTF_8))).items();
        ClusterRole rights = manifests.stream().filter(ClusterRole.class::isInstance).map(ClusterRole.class::cast).findFirst()
                .orElseThrow();
        String name = namespace + "-operator";
        role = Optional.of(name);
        client.resource(new ClusterRoleBuilder(rights).withNewMetadata().withName(name).endMetadata().build()).create();
        client.resource(new ClusterRoleBindingBuilder().withNewMetadata().withName(name).endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", name).addNewSubject().withKind("ServiceAccount")
                .withName("operator").withNamespace(namespace).endSubject().build()).create();
        client.resource(new ServiceAccountBuilder().withNewMetadata().withName("operator").withNamespace(namespace).endMetadata().build())
                .create();
        KubernetesClient own = KubeCluster.shared().client(KubeCluster.shared().token(namespace, "operator"));
        KubeCluster.await("the rights are there", () -> {
            try {
                return own.nodes().list() != null;
            } catch (io.fabric8.kubernetes.client.KubernetesClientException e) {
                return false;
            }
        });
        return own;
    }

    @Test
    void theRightsOfTheManifestsAreEnough() throws Exception {
        String namespace = KubeCluster.shared().namespace();
        ServerSettings usual = Desk.settings(packages);
        String containers = "template: {spec: {containers: [{name: di-container, image: ding}]}}";
        try (KubernetesClient own = operator(namespace);
                Desk desk = new Desk(
                        new ServerSettings(0, usual.tls(), ServerSettings.Admission.TOKENS_AND_PODS, namespace, usual.packages()),
                        namespace, own)) {
            desk.create("apiVersion: diengine.opendilab.org/v1alpha1\nkind: AggregatorConfig\nmetadata: {name: own}\nspec: {aggregator: {"
                    + containers + "}}\n");
            GenericKubernetesResource job = desk.create("apiVersion: diengine.opendilab.org/v1alpha1\nkind: DIJob\nmetadata: {name: old}\n"
                    + "spec:\n  coordinator: {" + containers + "}\n  collector: {" + containers + "}\n  learner: {" + containers + "}\n");
            desk.client.resource(desk.pod(job, "old-coordinator", "coordinator").build()).create();
            String who = "{'namespace': '" + namespace + "', 'coordinator': 'old-coordinator'";
            Desk.Reply created = desk.send("POST", "/v1alpha1/replicas", who + ", 'learners': {'replicas': 1, 'gpus': 2}}");
            desk.send("POST", "/v1alpha1/replicas/failed", who + ", 'learners': ['" + created.texts("learners").getFirst() + "']}").data();
            desk.send("DELETE", "/v1alpha1/replicas", who + ", 'learners': {'replicas': 1}}").data();
            assertEquals(1, desk.get("/v1alpha1/replicas?namespace=" + namespace).data().size());
            desk.create("apiVersion: diengine.opendilab.org/v2alpha1\nkind: DIJob\nmetadata: {name: new}\nspec:\n  preemptible: true\n"
                    + "  tasks: [{type: learner, " + containers + "}]\n");
            String path = "/v2alpha1/job/" + namespace + ".new";
            assertEquals(2, desk.send("POST", path + "/replicas", "{'replicas': 1}").data().get("replicas").asInt());
            assertEquals(0, desk.get(path + "/replicas").data().size());
            desk.send("POST", path + "/profilings", "{'data': {'speed': 1}}").data();
            desk.client.resources(dev.troupe.kube.AggregatorConfigResource.class).inNamespace(namespace).delete();
        }
    }

    @Test
    void anOperatorServesAndSharesByItself() throws Exception {
        try (Lab lab = new Lab()) {
            Operator operator = lab.start(OperatorSettings.USUAL.watching(lab.namespace).with(Desk.settings(packages)).sharingFairly(),
                    lab.client);
            lab.client.resource(new NodeBuilder().withNewMetadata().withName(lab.namespace).endMetadata().withNewStatus()
                    .addToAllocatable("pods", new Quantity("1000")).endStatus().build()).create();
            lab.create(SmallJobs.elastic("minReplicas: 1\nmaxReplicas: 2\npreemptible: true")
                    .replace("containers:", "tolerations: [{operator: Exists}], containers:")); // nothing reports that the node is ready
            try (HttpClient http = HttpClient.newHttpClient()) {
                assertEquals(200, http.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + operator.serverPort() + "/healthz"))
                        .build(), BodyHandlers.discarding()).statusCode());
            }
            KubeCluster.await("it grows by itself", () -> lab.names("job").size() == 2);
            lab.client.nodes().withName(lab.namespace).delete();
        }
    }

    @Test
    void aPortThatIsTakenStopsTheStart() throws Exception {
        try (Lab lab = new Lab(); var taken = new java.net.ServerSocket(0)) {
            ServerSettings usual = Desk.settings(packages);
            ServerSettings same = new ServerSettings(taken.getLocalPort(), usual.tls(), ServerSettings.Admission.TOKENS_AND_PODS,
                    usual.namespace(), usual.packages());
            String message = assertThrows(OperatorException.class,
                    () -> Operator.start(OperatorSettings.USUAL.watching(lab.namespace).with(same), lab.client)).getMessage();
            assertTrue(message.contains(Integer.toString(taken.getLocalPort())), message);
        }
    }

    @Test
    void theCommandLineIsSafeByDefault() {
        OperatorOptions options = new OperatorOptions();
        new CommandLine(options).parseArgs("--namespace", "own");
        OperatorSettings settings = options.settings(Map.of("KUBERNETES_SERVICE_HOST", "10.96.0.1"));
        ServerSettings server = settings.server().orElseThrow();
        assertEquals(ServerSettings.Admission.TOKENS_AND_PODS, server.admission());
        assertEquals(ServerSettings.Admission.TOKENS, options.settings(Map.of()).server().orElseThrow().admission(),
                "outside of a pod the addresses of pods may be those of others");
        assertFalse(settings.fairSharing());
        assertEquals(8081, server.port());
        assertEquals("own", server.namespace());
        assertTrue(settings.cluster().serverUrl().startsWith("http://di-server.own."), settings.cluster()::serverUrl);
        OperatorOptions other = new OperatorOptions();
        new CommandLine(other).parseArgs("--server-tls", "/etc/tls", "--insecure-server", "--fair-sharing", "--server-port", "1",
                "--packages", "/data");
        server = other.settings().server().orElseThrow();
        assertEquals(new ServerSettings(1, Optional.of(ServerSettings.Tls.in(Path.of("/etc/tls"))), ServerSettings.Admission.ANYBODY,
                server.namespace(),
                ServerSettings.Packages.in(Path.of("/data"))), server);
        assertTrue(other.settings().fairSharing());
        assertTrue(other.settings().cluster().serverUrl().startsWith("https://"));
    }
}
