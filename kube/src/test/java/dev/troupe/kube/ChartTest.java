package dev.troupe.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.Release;
import dev.troupe.jobs.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The chart, as Helm understands it.
final class ChartTest {
    private static final Path CHART = Path.of("../deploy/helm/troupe-operator").toAbsolutePath().normalize();

    @TempDir
    private Path directory;

    @Test
    void itIsMadeByTheCodeOfTheManifests() throws IOException {
        ManifestsTest.assertGolden(CHART.resolve("templates/operator.yaml"), Manifests.operator(Blanks.HELM));
        ManifestsTest.assertGolden(CHART.resolve("crds/dijobs.yaml"), Tree.yaml(List.of(Crds.job(false))));
        ManifestsTest.assertGolden(CHART.resolve("crds/aggregatorconfigs.yaml"), Tree.yaml(List.of(Crds.aggregatorConfig())));
    }

    @Test
    void helmHasNothingToComplainAbout() {
        LintResult lint = new Helm(CHART).lint().strict().call();
        assertFalse(lint.isFailed(), () -> String.join("\n", lint.getMessages()));
    }

    @Test
    void itInstallsWhatTheManifestsDo() throws IOException {
        assertEquals(withoutNamespaceAndDefinitions(Installation.USUAL), made(""));
        Installation other = new Installation("di-system", "registry.example/troupe:1", 2, Optional.of("code"), false,
                new Installation.Habits(true, Optional.of("di-server-tls"), List.of("--gang=volcano", "a \"b\" \\c: {<"), "2Gi", true));
        assertEquals(withoutNamespaceAndDefinitions(other), made("""
                image: registry.example/troupe:1
                replicas: 2
                packages: "persistentVolumeClaim: {claimName: code}"
                fairSharing: true
                serverTls: di-server-tls
                resources: {requests: {memory: 2Gi}, limits: {memory: 2Gi}}
                serviceMonitor: true
                args: [--gang=volcano, 'a "b" \\c: {<']
                """));
    }

    @Test
    void whereAndWithWhatTheOperatorRunsIsForItsUsersToSay() throws IOException {
        String deployment = made("""
                resources: {requests: {memory: 1Gi}, limits: {memory: 2Gi}}
                imagePullSecrets: [{name: registry-login}]
                nodeSelector: {kind: small}
                tolerations: [{key: reserved, operator: Exists}]
                env: [{name: HTTPS_PROXY, value: "http://proxy.example:3128"}, {name: A, valueFrom: {secretKeyRef: {name: s, key: k}}}]
                """).get("Deployment di-system/troupe-operator").toString();
        for (String part : List.of("requests={cpu=100m, memory=1Gi}", "limits={memory=2Gi}", "imagePullSecrets=[{name=registry-login}]",
                "nodeSelector={kind=small}",
                "tolerations=[{", "key=reserved", "{name=HTTPS_PROXY, value=http://proxy.example:3128}",
                "{name=A, valueFrom={secretKeyRef={key=k, name=s}}}", "name=TROUPE_POD")) {
            assertTrue(deployment.contains(part), () -> part + " in " + deployment);
        }
        assertFalse(deployment.contains("512Mi"), deployment);
    }

    @Test
    void twoReplicasNeedAClaim() {
        RuntimeException refused = assertThrows(RuntimeException.class, () -> made("replicas: 2"));
        assertTrue(refused.getMessage().contains("replicas is 2: all of them serve uploaded code"),
                refused::getMessage);
    }

    @Test
    void aRealServerTakesIt() {
        KubeCluster cluster = KubeCluster.shared();
        cluster.assumeOwn("Helm makes what a cluster has but once");
        String namespace = cluster.namespace();
        Release release = new Helm(CHART).install().withName("troupe").withNamespace(namespace).withKubeConfig(cluster.kubeconfig()).call();
        assertEquals("deployed", release.getStatus(), release.getOutput());
        for (String kind : List.of("crd/dijobs.diengine.opendilab.org", "crd/aggregatorconfigs.diengine.opendilab.org",
                "clusterrole/di-operator", "clusterrolebinding/di-operator", "priorityclass/di-high", "deployment/troupe-operator",
                "service/di-server", "serviceaccount/di-operator", "role/di-operator", "rolebinding/di-operator")) {
            assertEquals(kind.substring(kind.indexOf('/') + 1),
                    cluster.kubectl("get", kind, "--namespace", namespace, "--output", "jsonpath={.metadata.name}"));
        }
        Helm.uninstall("troupe").withNamespace(namespace).withKubeConfig(cluster.kubeconfig()).call();
        KubeCluster.await("it is gone", () -> cluster.client().rbac().clusterRoles().withName("di-operator").get() == null);
    }

    /// Helm itself makes the namespace, with `--create-namespace`, and the definitions, which are no templates.
    private static Map<String, Object> withoutNamespaceAndDefinitions(Installation installation) {
        Map<String, Object> manifests = ManifestsTest.byName(Manifests.render(installation));
        manifests.keySet().removeIf(name -> name.startsWith("Namespace ") || name.startsWith("CustomResourceDefinition "));
        return manifests;
    }

    private Map<String, Object> made(String values) throws IOException {
        return ManifestsTest.byName(new Helm(CHART).template().withName("troupe").withNamespace("di-system")
                .withValuesFile(Files.writeString(directory.resolve("values.yaml"), values)).call());
    }
}
