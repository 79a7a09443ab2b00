package dev.troupe.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Installation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

final class ManifestsTest {
    private static final Path DEPLOY = Path.of("../deploy");
    private static final Path CHART = DEPLOY.resolve("helm/troupe-operator");
    private static final Pattern VALUE = Pattern.compile("\\{\\{ (\\S+)(?: \\| toJson)? }}");
    private static final Pattern CHOICE = Pattern.compile("\\{\\{ if (\\S+) }}(.*?)\\{\\{ end }}", Pattern.DOTALL);

    @Test
    void theFileIsWhatTheCodeSays() throws IOException {
        assertGolden(DEPLOY.resolve("operator.yaml"), Manifests.render(Installation.USUAL));
    }

    @Test
    void theChartIsMadeByTheSameCode() throws IOException {
        assertGolden(CHART.resolve("templates/operator.yaml"), Manifests.operator(Blanks.HELM));
        assertGolden(CHART.resolve("crds/dijobs.yaml"), Tree.yaml(List.of(Crds.job(false))));
        assertGolden(CHART.resolve("crds/aggregatorconfigs.yaml"), Tree.yaml(List.of(Crds.aggregatorConfig())));
    }

    /// Helm itself makes the namespace, with `--create-namespace`.
    @Test
    void theChartInstallsWhatTheManifestsDo() throws IOException {
        assertEquals(withoutNamespace(Installation.USUAL), chart(Map.of()));
        Installation other = new Installation("di-system", "registry.example/troupe:1", 2, Optional.of("code"), false,
                new Installation.Habits(true, Optional.of("di-server-tls"), List.of("--gang=volcano")));
        assertEquals(withoutNamespace(other), chart(Map.of("image", "registry.example/troupe:1", "replicas", 2, "packages",
                "persistentVolumeClaim: {claimName: code}", "fairSharing", true, "serverTls", "di-server-tls", "args",
                List.of("--gang=volcano"))));
    }

    @Test
    void helmMakesTheSameOfTheChart() throws Exception {
        Process helm;
        try {
            helm = new ProcessBuilder("helm", "template", "troupe", CHART.toString(), "--namespace", "di-system", "--include-crds")
                    .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        } catch (IOException e) {
            Assumptions.abort("no helm on the PATH");
            return;
        }
        String made = new String(helm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, helm.waitFor(), made);
        assertEquals(withoutNamespace(Installation.USUAL), byName(made));
    }

    private static Map<String, Object> withoutNamespace(Installation installation) {
        Map<String, Object> manifests = byName(Manifests.render(installation));
        manifests.remove("Namespace di-system");
        return manifests;
    }

    private static Map<String, Object> chart(Map<String, Object> given) throws IOException {
        Map<String, Object> values = new TreeMap<>(Map.of(".Release.Namespace", "di-system"));
        documents(Files.readString(CHART.resolve("values.yaml"))).getFirst()
                .forEach((name, value) -> values.put(".Values." + name, value));
        given.forEach((name, value) -> assertTrue(values.put(".Values." + name, value) != null, name));
        Map<String, Object> chart = new TreeMap<>();
        try (Stream<Path> files = Files.walk(CHART)) {
            for (Path file : files.filter(Files::isRegularFile).filter(one -> !CHART.equals(one.getParent())).toList()) {
                chart.putAll(byName(rendered(Files.readString(file), values)));
            }
        }
        return chart;
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
    void howTheOperatorWorksIsFilledInToo() {
        String usual = byName(Manifests.render(Installation.USUAL)).get("Deployment di-system/di-operator").toString();
        assertTrue(usual.contains("command=[troupe, operator, run, --packages, /packages, --high-priority-class, di-high], args=[]")
                && !usual.contains("name=tls"), usual);
        Map<String, Object> documents = byName(Manifests.render(new Installation("games", "troupe", 1, Optional.empty(), false,
                new Installation.Habits(true, Optional.of("pair"), List.of("--watch=games", "--identity", "a \"b\" \\c: {")))));
        String deployment = documents.get("Deployment games/di-operator").toString();
        assertTrue(deployment
                .contains("command=[troupe, operator, run, --packages, /packages, --high-priority-class, di-high, --fair-sharing, "
                        + "--server-tls, /tls], args=[--watch=games, --identity, a \"b\" \\c: {]"),
                deployment);
        assertTrue(deployment.contains("{name=tls, mountPath=/tls, readOnly=true}")
                && deployment.contains("{name=tls, secret={secretName=pair}}"), deployment);
        assertTrue(documents.get("Service games/di-server").toString().contains("appProtocol=https"));
        assertThrows(IllegalArgumentException.class, () -> new Installation.Habits(false, Optional.of("a b"), List.of()));
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
        String chosen = CHOICE.matcher(template).replaceAll(found -> {
            Object value = values.get(found.group(1));
            return value.equals(false) || value.equals("") ? "" : Matcher.quoteReplacement(found.group(2));
        });
        return VALUE.matcher(chosen).replaceAll(found -> {
            assertTrue(values.containsKey(found.group(1)), found.group());
            Object value = values.get(found.group(1));
            return Matcher.quoteReplacement(value instanceof List<?> list
                    ? list.stream().map(one -> '"' + one.toString() + '"').toList().toString()
                    : value.toString());
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
