package dev.troupe.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

final class ManifestsTest {
    private static final Path DEPLOY = Path.of("../deploy");
    private static final Path CHART = DEPLOY.resolve("helm/troupe-operator");
    private static final Pattern VALUE = Pattern.compile("\\{\\{ *(\\S+) *}}");

    @Test
    void theFileIsWhatTheCodeSays() throws IOException {
        assertGolden(DEPLOY.resolve("operator.yaml"), Manifests.render(Installation.USUAL));
    }

    @Test
    void theChartIsMadeByTheSameCode() throws IOException {
        assertGolden(CHART.resolve("templates/operator.yaml"),
                Manifests.operator("{{ .Release.Namespace }}", "{{ .Values.image }}", "{{ .Values.replicas }}",
                        "{{ .Values.packages }}"));
        assertGolden(CHART.resolve("crds/dijobs.yaml"), Tree.yaml(List.of(Crds.job(false))));
        assertGolden(CHART.resolve("crds/aggregatorconfigs.yaml"), Tree.yaml(List.of(Crds.aggregatorConfig())));
    }

    /// Helm itself makes the namespace, with `--create-namespace`.
    @Test
    void theChartInstallsWhatTheManifestsDo() throws IOException {
        Map<String, Object> manifests = byName(Manifests.render(Installation.USUAL));
        manifests.remove("Namespace di-system");
        Map<String, Object> values = new TreeMap<>(Map.of(".Release.Namespace", "di-system"));
        documents(Files.readString(CHART.resolve("values.yaml"))).getFirst()
                .forEach((name, value) -> values.put(".Values." + name, value));
        Map<String, Object> chart = new TreeMap<>();
        try (Stream<Path> files = Files.walk(CHART)) {
            for (Path file : files.filter(Files::isRegularFile).filter(one -> !CHART.equals(one.getParent())).toList()) {
                chart.putAll(byName(rendered(Files.readString(file), values)));
            }
        }
        assertEquals(manifests, chart);
    }

    @Test
    void whatIsAskedForIsFilledIn() {
        Map<String, Object> documents = byName(
                Manifests.render(new Installation("games", "registry.example/troupe:1", 2, Optional.of("code"), true)));
        assertTrue(documents.containsKey("Namespace games"));
        String deployment = documents.get("Deployment games/di-operator").toString();
        assertTrue(deployment.contains("image=registry.example/troupe:1") && deployment.contains("replicas=2"), deployment);
        assertTrue(deployment.contains("{name=packages, persistentVolumeClaim={claimName=code}}"), deployment);
        assertTrue(documents.get("CustomResourceDefinition dijobs.diengine.opendilab.org").toString().contains("x-kubernetes-validations"));
        assertFalse(documents.toString().contains("${"));
    }

    @Test
    void aWrongImageNamespaceOrNumberIsExplained() {
        assertEquals("the image is 'a b': it must be the name of one, e.g. registry.example/troupe:1",
                assertThrows(IllegalArgumentException.class, () -> new Installation("a", "a b", 1, Optional.empty(), false)).getMessage());
        assertThrows(IllegalArgumentException.class, () -> new Installation("A", "a", 1, Optional.empty(), false));
        assertThrows(IllegalArgumentException.class, () -> new Installation("a", "a", 0, Optional.empty(), false));
        assertThrows(IllegalArgumentException.class, () -> new Installation("a", "a", 1, Optional.of("A b"), false));
        assertEquals("replicas is 2: code that one of them was given the others must have, too; make a claim that many pods may write "
                + "(ReadWriteMany) and name it with --packages-claim",
                assertThrows(IllegalArgumentException.class, () -> new Installation("a", "a", 2, Optional.empty(), false)).getMessage());
    }

    @Test
    void theCommandsFindIt() {
        assertEquals(Manifests.render(Installation.USUAL), Installation.USUAL.manifests());
    }

    /// What Helm does with our templates, which use nothing but values.
    private static String rendered(String template, Map<String, Object> values) {
        return VALUE.matcher(template).replaceAll(found -> {
            assertTrue(values.containsKey(found.group(1)), found.group());
            return Matcher.quoteReplacement(values.get(found.group(1)).toString());
        });
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
