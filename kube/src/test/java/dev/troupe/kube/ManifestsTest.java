package dev.troupe.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.jobs.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

final class ManifestsTest {
    private static final Path DEPLOY = Path.of("../deploy");

    @Test
    void theFileIsWhatTheCodeSays() throws IOException {
        assertGolden(DEPLOY.resolve("operator.yaml"), Manifests.render(Installation.USUAL));
    }

    @Test
    void whatIsAskedForIsFilledIn() {
        Map<String, Object> documents = byName(
                Manifests.render(new Installation("games", "registry.example/troupe:1", 2, Optional.of("code"), true)));
        assertTrue(documents.containsKey("Namespace games"));
        String deployment = documents.get("Deployment games/troupe-operator").toString();
        assertTrue(deployment.contains("image=registry.example/troupe:1") && deployment.contains("replicas=2"), deployment);
        assertTrue(deployment.contains("{name=packages, persistentVolumeClaim={claimName=code}}"), deployment);
        assertTrue(documents.get("CustomResourceDefinition dijobs.diengine.opendilab.org").toString().contains("x-kubernetes-validations"));
        assertFalse(documents.toString().contains("${"));
    }

    @Test
    void howTheOperatorWorksIsFilledInToo() {
        String usual = byName(Manifests.render(Installation.USUAL)).get("Deployment di-system/troupe-operator").toString();
        assertTrue(usual.contains("command=[troupe, operator, run, --packages, /packages, --high-priority-class, di-high], args=[]")
                && !usual.contains("name=tls"), usual);
        Map<String, Object> documents = byName(Manifests.render(new Installation("games", "troupe", 1, Optional.empty(), false,
                new Installation.Habits(true, Optional.of("pair"), List.of("--watch=games", "--identity", "a \"b\" \\c: {")))));
        String deployment = documents.get("Deployment games/troupe-operator").toString();
        assertTrue(deployment
                .contains("command=[troupe, operator, run, --packages, /packages, --high-priority-class, di-high, --fair-sharing, "
                        + "--server-tls, /tls], args=[--watch=games, --identity, a \"b\" \\c: {]"),
                deployment);
        assertTrue(deployment.contains("{name=tls, mountPath=/tls, readOnly=true}")
                && deployment.contains("{name=tls, secret={secretName=pair}}"), deployment);
        assertTrue(documents.get("Service games/di-server").toString().contains("appProtocol=https"));
        assertThrows(IllegalArgumentException.class, () -> new Installation.Habits(false, Optional.of("a b"), List.of()));
    }

    /// Those for v1alpha1 look for it at port 8080, those for v2alpha1 at 8081.
    @Test
    void theServerIsFoundAtThePortsOfTheOriginal() {
        String service = byName(Manifests.render(Installation.USUAL)).get("Service di-system/di-server").toString();
        assertTrue(service.contains("port=8081, targetPort=di-server") && service.contains("port=8080, targetPort=di-server"), service);
    }

    @Test
    void theOperatorHasTheMemoryItIsGiven() {
        String usual = byName(Manifests.render(Installation.USUAL)).get("Deployment di-system/troupe-operator").toString();
        assertTrue(usual.contains("resources={requests={cpu=100m, memory=512Mi}, limits={memory=512Mi}}"), usual);
        String large = byName(Manifests.render(watched("2Gi", false))).get("Deployment di-system/troupe-operator").toString();
        assertTrue(large.contains("limits={memory=2Gi}"), large);
        assertEquals("the memory is 'much': it must be an amount such as 512Mi or 2Gi",
                assertThrows(IllegalArgumentException.class, () -> watched("much", false)).getMessage());
    }

    /// Most clusters do not know that kind.
    @Test
    void aServiceMonitorIsMadeOnRequest() {
        assertFalse(Manifests.render(Installation.USUAL).contains("ServiceMonitor"));
        Map<String, Object> documents = byName(Manifests.render(watched("512Mi", true)));
        Map<?, ?> monitor = (Map<?, ?>) documents.get("ServiceMonitor di-system/di-operator");
        Map<?, ?> service = (Map<?, ?>) documents.get("Service di-system/di-operator-metrics");
        assertEquals("{selector={matchLabels=" + ((Map<?, ?>) service.get("metadata")).get("labels")
                + "}, endpoints=[{port=metrics, path=/metrics}]}", monitor.get("spec").toString());
    }

    private static Installation watched(String memory, boolean serviceMonitor) {
        return new Installation("di-system", "troupe", 1, Optional.empty(), false,
                new Installation.Habits(false, Optional.empty(), List.of(), memory, serviceMonitor));
    }

    @Test
    void aWrongImageNamespaceOrNumberIsExplained() {
        assertEquals("the image is 'a b': it must be the name of one, e.g. registry.example/troupe:1",
                assertThrows(IllegalArgumentException.class, () -> new Installation("a", "a b", 1, Optional.empty(), false)).getMessage());
        assertThrows(IllegalArgumentException.class, () -> new Installation("A", "a", 1, Optional.empty(), false));
        assertThrows(IllegalArgumentException.class, () -> new Installation("a", "a", 0, Optional.empty(), false));
        assertThrows(IllegalArgumentException.class, () -> new Installation("a", "a", 1, Optional.of("A b"), false));
        assertEquals("replicas is 2: all of them serve uploaded code, so create a volume claim that many pods may write "
                + "(ReadWriteMany) and name it with --packages-claim",
                assertThrows(IllegalArgumentException.class, () -> new Installation("a", "a", 2, Optional.empty(), false)).getMessage());
    }

    @Test
    void theCommandsFindIt() {
        assertEquals(Manifests.render(Installation.USUAL), Installation.USUAL.manifests());
    }

    static Map<String, Object> byName(String yaml) {
        Map<String, Object> byName = new TreeMap<>();
        for (Map<String, Object> tree : documents(yaml)) {
            Map<?, ?> metadata = (Map<?, ?>) tree.get("metadata");
            String place = metadata.get("namespace") == null ? "" : metadata.get("namespace") + "/";
            assertEquals(null, byName.put(tree.get("kind") + " " + place + metadata.get("name"), tree));
        }
        return byName;
    }

    @SuppressWarnings("unchecked") // YAML of ours
    static List<Map<String, Object>> documents(String yaml) {
        List<Map<String, Object>> documents = new ArrayList<>();
        new Load(LoadSettings.builder().build()).loadAllFromString(yaml).forEach(document -> documents.add((Map<String, Object>) document));
        return documents;
    }

    /// Compares with a file that people have read and found right; `-Dgolden=write` writes it.
    static void assertGolden(Path file, String text) throws IOException {
        if ("write".equals(System.getProperty("golden"))) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        }
        assertEquals(Files.readString(file), text, file.toString());
    }
}
