package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that are refused before anybody asks a cluster.
final class SubmitTest {
    @TempDir
    Path directory;

    private Said submit(String yaml, String... more) throws IOException {
        Path file = Files.writeString(directory.resolve("job.yaml"), yaml);
        var args = new String[more.length + 3];
        args[0] = "submit";
        args[1] = "-f";
        args[2] = file.toString();
        System.arraycopy(more, 0, args, 3, more.length);
        return Said.by(new Troupe(), args);
    }

    @Test
    void theBrokenIndentationOfContainersIsNamed() throws IOException {
        var said = submit("""
                apiVersion: diengine.opendilab.org/v2alpha1
                kind: DIJob
                metadata:
                  name: test
                spec:
                  minReplicas: 3
                  maxReplicas: 3
                  template:
                    spec:
                    containers:
                    - name: di-container
                      image: opendilab/ding:latest
                """);
        assertEquals(2, said.exitCode());
        assertTrue(said.err().contains("job.yaml: default/test: spec.template.spec.containers is missing: containers is beside spec"),
                said.err());
    }

    @Test
    void everyMistakeIsALine() throws IOException {
        var said = submit("""
                apiVersion: diengine.opendilab.org/v2alpha1
                kind: DIJob
                metadata: {name: test}
                spec:
                  cleanPodPolicy: Sometimes
                  tasks:
                  - {type: learner, replicas: 0, template: {spec: {containers: [{name: c, image: i}]}}}
                """);
        assertEquals(2, said.exitCode());
        List<String> lines = said.err().lines().toList();
        assertEquals(2, lines.size(), said.err());
        assertTrue(lines.stream().allMatch(line -> line.startsWith("troupe submit: ") && line.contains("job.yaml: default/test: spec.")),
                said.err());
        assertTrue(said.err().contains("'Sometimes'") && said.err().contains("spec.tasks[0].replicas is 0"), said.err());
    }

    @Test
    void whatIsNoYamlIsSaidWithItsPlace() throws IOException {
        assertTrue(submit("a: [b").err().matches("troupe submit: \\S+job.yaml: line 1, column \\d+ is not YAML: .*\\R"));
        assertTrue(submit("").err().contains("has no document"));
    }

    @Test
    void twoOfOneNameAreOneTooMany() throws IOException {
        String job = """
                apiVersion: diengine.opendilab.org/v2alpha1
                kind: DIJob
                metadata: {name: test}
                spec: {template: {spec: {containers: [{name: c, image: i}]}}}
                """;
        var said = submit(job + "---\n" + job, "--namespace", "games");
        assertEquals(2, said.exitCode());
        assertTrue(said.err().endsWith(": there are two documents for DIJob test in namespace games: give each its own name"
                + System.lineSeparator()), said.err());
    }

    @Test
    void twoNamespacesAreOneTooMany() throws IOException {
        var said = submit("""
                apiVersion: diengine.opendilab.org/v2alpha1
                kind: DIJob
                metadata: {name: test, namespace: games}
                spec: {template: {spec: {containers: [{name: c, image: i}]}}}
                ---
                apiVersion: diengine.opendilab.org/v1alpha1
                kind: AggregatorConfig
                metadata: {name: usual, namespace: plays}
                spec: {aggregator: {template: {spec: {containers: [{name: c, image: i}]}}}}
                """, "--namespace", "films");
        assertEquals(2, said.exitCode());
        assertTrue(said.err().contains("metadata.namespace is 'games', --namespace is 'films'")
                && said.err().contains("metadata.namespace is 'plays', --namespace is 'films'"), said.err());
    }

    @Test
    void aFileThatIsNotThereIsSaidSo() {
        assertTrue(Said.by(new Troupe(), "submit", "-f", "no.yaml").err().contains("the file no.yaml does not exist in "));
        var none = Said.by(new Troupe(), "submit");
        assertEquals(2, none.exitCode());
        assertTrue(none.err().contains("troupe submit -f dijob.yaml"), none.err());
    }

    @Test
    void everyCommandShowsAnExample() {
        for (String command : List.of("launch", "submit", "get", "get jobs", "get workers", "logs", "kill", "describe", "describe job",
                "operator", "operator manifests")) {
            var words = new java.util.ArrayList<>(List.of(command.split(" ", -1)));
            words.add("--help");
            var said = Said.by(new Troupe(), words.toArray(String[]::new));
            assertEquals(0, said.exitCode(), command);
            assertTrue(said.out().contains("Examples:") && said.out().contains("troupe " + words.getFirst()), said.out());
        }
    }
}
