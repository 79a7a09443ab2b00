package dev.troupe.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.jobs.Installation;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.dsl.Replaceable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Our manifests applied where DI-orchestrator is installed. See [Original].
final class AppliedOverTheOriginalTest {
    private static final String ORIGINAL = Original.installation("image: di-orchestrator");
    private static final String JOB = """
            apiVersion: diengine.opendilab.org/v2alpha1
            kind: DIJob
            metadata: {name: theirs}
            spec:
              tasks: [{type: learner, name: learner, replicas: 2, template: {spec: {containers: [{name: di-container, image: ding}]}}}]
            """;
    private final KubeCluster cluster = KubeCluster.shared();
    @TempDir
    private Path directory;
    private String namespace;
    private Path ours;

    @BeforeEach
    void prepare() throws IOException {
        cluster.assumeOwn("the definitions are changed");
        namespace = cluster.namespace();
        String manifests = Manifests.render(new Installation(namespace, "troupe:latest", 1, Optional.empty(), false));
        ours = Files.writeString(directory.resolve("ours.yaml"), manifests);
    }

    @AfterEach
    void leaveOnlyTheDefinitions() {
        cluster.kubectl("delete", "clusterrole/di-operator", "clusterrolebinding/di-operator", "priorityclass/di-high",
                "--ignore-not-found");
        cluster.kubectl("delete", "deployments,services", "--all", "--namespace", namespace);
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    /// Its guide installs with `create`, others do with `apply`.
    @ParameterizedTest
    @ValueSource(strings = {"create", "apply"})
    void allOfItIsAppliedAndTheServerFound(String verb) throws IOException {
        var definition = cluster.client().getKubernetesSerialization().unmarshal(Original.DEFINITION, CustomResourceDefinition.class);
        cluster.client().resource(definition).createOr(Replaceable::update);
        cluster.kubectl("wait", "--for=condition=Established", "crd/dijobs.diengine.opendilab.org");
        cluster.kubectl(verb, "--namespace", namespace, "--filename", file("original.yaml", ORIGINAL).toString());
        cluster.kubectl("create", "--namespace", namespace, "--filename", file("job.yaml", JOB).toString());

        cluster.kubectl("apply", "--filename", ours.toString());
        assertEquals(new TreeMap<>(Map.of("app.kubernetes.io/name", "di-operator", "control-plane", "di-server")), new TreeMap<>(
                cluster.client().services().inNamespace(namespace).withName("di-server").get().getSpec().getSelector()));
        assertEquals("8081 8080", cluster.kubectl("get", "service", "di-server", "--namespace", namespace, "--output",
                "jsonpath={.spec.ports[*].port}").strip());
        var template = cluster.client().apps().deployments().inNamespace(namespace).withName("troupe-operator").get().getSpec()
                .getTemplate();
        assertTrue(template.getMetadata().getLabels().entrySet().containsAll(
                cluster.client().services().inNamespace(namespace).withName("di-server").get().getSpec().getSelector().entrySet()));
        assertEquals("learner 2", cluster.kubectl("get", "dijob", "theirs", "--namespace", namespace, "--output",
                "jsonpath={.spec.tasks[0].name} {.spec.tasks[0].replicas}"), "its jobs are as they were");

        cluster.kubectl("delete", "deployment", "di-operator", "di-server", "--namespace", namespace);
        assertEquals("troupe-operator", cluster.kubectl("get", "deployments", "--namespace", namespace, "--output",
                "jsonpath={.items[*].metadata.name}"));
    }

    @Test
    void noNameOfOursIsOneOfTheirs() {
        for (String theirs : ManifestsTest.byName(ORIGINAL.replace("metadata: {", "metadata: {namespace: di-system, ")).keySet()) {
            assertFalse(theirs.startsWith("Deployment ") && ManifestsTest.byName(Manifests.render(Installation.USUAL)).containsKey(theirs),
                    theirs);
        }
    }
}
