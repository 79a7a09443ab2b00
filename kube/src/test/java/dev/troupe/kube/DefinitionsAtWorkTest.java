package dev.troupe.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.ManifestReader;
import dev.troupe.dijob.Reading;
import dev.troupe.jobs.Installation;
import dev.troupe.lifecycle.Status;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The definitions, in a real API server.
final class DefinitionsAtWorkTest {
    private static final Path JOBS = Path.of("../dijob/src/test/resources/dev/troupe/dijob");
    private static final Path STATUSES = Path.of("../lifecycle/src/test/resources/dev/troupe/lifecycle");
    private static final Path EXAMPLES = Path.of("../examples/dijob");
    private static final List<String> VERSIONS = List.of("v1alpha1", "v2alpha1");
    private static KubeCluster cluster;
    private static KubernetesClient client;
    private static String namespace;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        cluster = KubeCluster.shared();
        client = cluster.client();
        namespace = cluster.namespace();
        cluster.kubectl("apply", "-f", "../deploy/crds/dijobs.yaml", "-f", "../deploy/crds/aggregatorconfigs.yaml");
        Crds.install(client); // again, and they are served
    }

    @AfterEach
    void clear() {
        client.resources(DIJobResource.class).inNamespace(namespace).delete();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dijob.yaml", "seed-001-broken.yaml", "dijob-qbert.yaml", "tasks.yaml", "pong.yaml", "elastic.yaml",
            "aggregator.yaml"})
    void nothingOfAnyShapeIsLost(String name) {
        Map<String, Object> written = ManifestsTest.documents(text(name)).getFirst();
        String kind = written.get("kind").toString();
        create(text(name));
        for (String version : kind.equals("DIJob") ? VERSIONS : List.of("v1alpha1")) {
            GenericKubernetesResource kept = client.genericKubernetesResources("diengine.opendilab.org/" + version, kind)
                    .inNamespace(namespace).withName(((Map<?, ?>) written.get("metadata")).get("name").toString()).get();
            assertEquals(written.get("spec"), kept.getAdditionalProperties().get("spec"), version);
        }
    }

    @Test
    void theBrokenIndentationReachesTheOperatorWhoExplainsIt() {
        cluster.kubectl("apply", "-n", namespace, "-f", file(text("seed-001-broken.yaml")));
        Reading.Bad bad = assertInstanceOf(Reading.Bad.class,
                ManifestReader.tree(client.getKubernetesSerialization().convertValue(job("test"), Map.class)));
        assertEquals("spec.template.spec.containers is missing: containers is beside spec, not inside it; indent it by two more spaces",
                bad.sentences());
    }

    @Test
    void anEmptyBackoffLimitStaysWritten() {
        cluster.kubectl("create", "-n", namespace, "-f", file(text("tasks.yaml").replace("backoffLimit: 1", "backoffLimit: null")));
        Map<String, Object> spec = job("pong").getSpec();
        assertTrue(spec.containsKey("backoffLimit") && spec.get("backoffLimit") == null, spec.toString());
    }

    @Test
    void theColumnsShowTheStatus() {
        create(text("tasks.yaml"));
        DIJobResource job = job("pong");
        job.setStatus(Status.read(ManifestsTest.documents(text("tasks.status.yaml")).getFirst()).tree());
        assertEquals(job.getStatus(), client.resource(job).updateStatus().getStatus());
        for (String version : VERSIONS) {
            List<String> lines = cluster.kubectl("get", "dijobs." + version + ".diengine.opendilab.org", "-n", namespace).lines().toList();
            assertEquals("NAME PHASE READYREPLICAS REPLICAS RESTARTS RESCHEDULES AGE", lines.get(0).strip().replaceAll(" +", " "));
            assertTrue(lines.get(1).replaceAll(" +", " ").startsWith("pong Succeeded 0 4 1 0 "), lines.get(1));
        }
    }

    @Test
    void nothingOfAStatusIsLost() {
        create(text("tasks.yaml"));
        DIJobResource job = job("pong");
        Map<String, Object> status = ManifestsTest.documents("""
                shape: elastic
                generation: 3
                ranks: [worker-0, "", worker-2]
                allocation: ["", n2]
                startTime: 2026-01-01T00:00:05Z
                notBefore: 2026-01-01T00:00:05.123Z
                suspended: true
                refusal: "no"
                profilings: {loss: [0.1, {deep: true}]}
                taskStatus: {worker: {Running: 2}}
                replicaStatus: {Learner: {active: 1, succeeded: 2, failed: 3}}
                conditions:
                - {type: Pending, status: "True", reason: JobPending, message: "", lastUpdateTime: 2026-01-01T00:00:05Z,
                   lastTransitionTime: 2026-01-01T00:00:05Z}
                """).getFirst();
        job.setStatus(status);
        assertEquals(status, client.resource(job).updateStatus().getStatus());
    }

    @Test
    void kubectlRefusesWhatIsWrongAtOnce() {
        String said = refusal(text("tasks.yaml").replace("priority: high", "priority: urgent").replace("Policy: All", "Policy: Every")
                .replace("type: learner", "type: lerner").replace("replicas: 2", "replicas: 0").replace("Limit: 1", "Limit: -1"));
        for (String field : List.of("spec.priority: Unsupported value: \"urgent\": supported values: \"normal\", \"high\"",
                "spec.cleanPodPolicy: Unsupported value: \"Every\": supported values: \"Running\", \"All\", \"None\"",
                "spec.tasks.type: Unsupported value: \"lerner\"", "spec.tasks.replicas: Invalid value: 0: ",
                "spec.backoffLimit: Invalid value: -1: ")) {
            assertTrue(said.contains(field), field + "\n" + said);
        }
        said = refusal(text("tasks.yaml").replace("backoffLimit", "backofLimit"));
        assertTrue(said.contains("unknown field") && said.contains("backofLimit"), said);
    }

    /// Dropped before the operator could report them.
    @Test
    void kubectlRejectsFieldsBesideSpecAndTheApiServerDropsThemForOthers() {
        String yaml = text("tasks.yaml").replace("\nspec:", "\npriority: high\nspec:");
        String said = refusal(yaml);
        assertTrue(said.contains("unknown field \"priority\""), said);
        create(yaml);
        assertEquals(List.of(Set.of("spec")), client.genericKubernetesResources("diengine.opendilab.org/v2alpha1", "DIJob")
                .inNamespace(namespace).list().getItems().stream().map(job -> job.getAdditionalProperties().keySet()).toList());
    }

    @Test
    void theManifestsAreAccepted() {
        String yaml = Manifests.render(new Installation(namespace, "troupe:latest", 2, Optional.of("code"), false,
                new Installation.Habits(true, Optional.of("pair"), List.of("--gang=volcano"))));
        String answer = cluster.kubectl("apply", "--dry-run=server", "-f", file(yaml));
        assertEquals(ManifestsTest.byName(yaml).size(), answer.lines().filter(line -> line.contains("(server dry run)")).count(), answer);
    }

    private static void create(String yaml) {
        client.resource(client.getKubernetesSerialization().convertValue(ManifestsTest.documents(yaml).getFirst(),
                GenericKubernetesResource.class)).inNamespace(namespace).create();
    }

    private static DIJobResource job(String name) {
        return client.resources(DIJobResource.class).inNamespace(namespace).withName(name).get();
    }

    /// What kubectl says; API servers of different age count tasks differently.
    private String refusal(String yaml) {
        String file = file(yaml);
        return assertThrows(UncheckedIOException.class, () -> cluster.kubectl("create", "-n", namespace, "-f", file)).getCause()
                .getMessage().replaceAll("tasks\\[\\d+]", "tasks");
    }

    private static String text(String name) {
        try {
            Path file = Stream.of(JOBS, STATUSES, EXAMPLES).map(folder -> folder.resolve(name)).filter(Files::exists).findFirst()
                    .orElseThrow();
            return Files.readString(file).replaceAll("(?m)^  (uid|namespace): .*\n", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String file(String yaml) {
        try {
            return Files.writeString(folder.resolve("object.yaml"), yaml).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
