package dev.troupe.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.JobsException;
import dev.troupe.dijob.JobsPlace;
import io.fabric8.kubernetes.client.Config;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which file names the cluster.
final class KubeconfigTest {
    @TempDir
    Path directory;

    private Path write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "apiVersion: v1\nkind: Config\n" + text);
    }

    private static Config of(String kubeconfig, String home, String... context) {
        return Kubeconfig.of(new JobsPlace(Optional.empty(), context.length == 0 ? Optional.empty() : Optional.of(context[0]),
                Optional.empty()), Map.of("KUBECONFIG", kubeconfig, "HOME", home));
    }

    @Test
    void severalFilesAreOneAndTheFirstHasTheSay() throws IOException {
        Path clusters = write("clusters", """
                clusters: [{name: a, cluster: {server: "http://a", certificate-authority: ca.crt}}]
                current-context: work
                """);
        Path contexts = write("contexts", """
                clusters: [{name: a, cluster: {server: "http://wrong"}}, {name: b, cluster: {server: "http://b"}}]
                users: [{name: me, user: {token: mine}}]
                contexts:
                - {name: work, context: {cluster: a, user: me, namespace: games}}
                - {name: play, context: {cluster: b, user: me}}
                current-context: play
                """);
        String both = String.join(File.pathSeparator, clusters.toString(), directory.resolve("gone").toString(), contexts.toString());
        Config config = of(both, "/");
        assertEquals("http://a/ games mine " + directory.resolve("ca.crt"), config.getMasterUrl() + " " + config.getNamespace() + " "
                + config.getAutoOAuthToken() + " " + config.getCaCertFile());
        assertEquals("http://b/ default", of(both, "/", "play").getMasterUrl() + " " + of(both, "/", "play").getNamespace());
        assertTrue(assertThrows(JobsException.class, () -> of(both, "/", "other")).getMessage()
                .contains("contexts has no context 'other'; it has play, work"));
    }

    @Test
    void whatIsNoKubeconfigIsSaidToBeNone() throws IOException {
        for (String text : List.of("", "just words", "- a\n- b\n", "clusters: {a: b}\n", "\tclusters: []\n")) {
            Path file = Files.writeString(directory.resolve("file"), text);
            assertEquals("the kubeconfig " + file + " is not one: it must be YAML with clusters, users and contexts",
                    assertThrows(JobsException.class, () -> of(file.toString(), "/")).getMessage());
        }
        assertTrue(assertThrows(JobsException.class, () -> new JobsPlace(Optional.empty(), Optional.empty(), Optional.of("Foo Bar")))
                .getMessage().startsWith("the namespace is 'Foo Bar': small letters"));
        assertEquals("the kubeconfig " + directory + " is a directory: name the file in it",
                assertThrows(JobsException.class, () -> of(directory.toString(), "/")).getMessage());
    }

    @Test
    void theHomeIsThatOfTheShell() throws IOException {
        write(".kube/config", """
                clusters: [{name: a, cluster: {server: "http://home"}}]
                contexts: [{name: c, context: {cluster: a}}]
                current-context: c
                """);
        assertEquals("http://home/", of("", directory.toString()).getMasterUrl());
        assertTrue(assertThrows(JobsException.class, () -> of("", "/none")).getMessage().contains("/none/.kube/config is not there"));
        assertTrue(assertThrows(JobsException.class, () -> of("no/a", directory.toString())).getMessage()
                .contains("the kubeconfig no/a is not there"));
    }
}
