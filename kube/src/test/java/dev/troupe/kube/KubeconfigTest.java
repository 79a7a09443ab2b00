package dev.troupe.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import dev.troupe.jobs.JobsException;
import dev.troupe.jobs.JobsPlace;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
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
            assertEquals("the kubeconfig " + file + " is invalid: it must be YAML with clusters, users and contexts",
                    assertThrows(JobsException.class, () -> of(file.toString(), "/")).getMessage());
        }
        assertTrue(assertThrows(JobsException.class, () -> new JobsPlace(Optional.empty(), Optional.empty(), Optional.of("Foo Bar")))
                .getMessage().startsWith("the namespace is 'Foo Bar': lowercase letters"));
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
        assertTrue(assertThrows(JobsException.class, () -> of("", "/none")).getMessage().contains("/none/.kube/config does not exist"));
        assertTrue(assertThrows(JobsException.class, () -> of("no/a", directory.toString())).getMessage()
                .contains("the kubeconfig no/a does not exist"));
    }

    @Test
    void whoActsAsSomebodyElseSaysSoWithEveryRequest() throws IOException {
        BlockingQueue<Headers> sent = new LinkedBlockingQueue<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            sent.add(exchange.getRequestHeaders());
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody()
                    .write("{\"kind\": \"PodList\", \"apiVersion\": \"v1\", \"items\": []}".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        server.start();
        Path file = write("config", """
                clusters: [{name: a, cluster: {server: "http://127.0.0.1:%d"}}]
                users: [{name: me, user: {token: mine, as: ada, as-uid: u-7, as-groups: [red, blue], as-user-extra: {floor: [two]}}}]
                contexts: [{name: c, context: {cluster: a, user: me}}]
                current-context: c
                """.formatted(server.getAddress().getPort()));
        try (KubernetesClient client = new KubernetesClientBuilder().withConfig(of(file.toString(), "/")).build()) {
            client.pods().list();
        } finally {
            server.stop(0);
        }
        Headers headers = sent.remove();
        assertEquals(List.of(List.of("ada"), List.of("u-7"), List.of("red", "blue"), List.of("two")),
                Stream.of("User", "Uid", "Group", "Extra-floor").map(name -> headers.get("Impersonate-" + name)).toList());
    }

    @Test
    void whatIsWrittenWithNothingBehindItIsNotThere() throws IOException {
        Path empty = write("empty", "users:\ncontexts:\nclusters:\n");
        Path file = write("config", """
                clusters: [{name: a, cluster: {server: "http://a"}}]
                users: [{name: me, user: {token: mine, as: "", as-groups: }}]
                contexts: [{name: c, context: {cluster: a, user: me}}]
                current-context: c
                """);
        assertEquals("http://a/", of(String.join(File.pathSeparator, file.toString(), empty.toString()), "/").getMasterUrl());
    }

    @Test
    void groupsWithoutAUserToActAsAreRefused() throws IOException {
        Path file = write("config", """
                clusters: [{name: a, cluster: {server: "http://a"}}]
                users: [{name: me, user: {token: mine, as-groups: [red]}}]
                contexts: [{name: c, context: {cluster: a, user: me}}]
                current-context: c
                """);
        assertEquals("the kubeconfig " + file + " lets user me act with as-uid, as-groups or as-user-extra but does not say as whom: "
                + "add 'as' with the name of a user", assertThrows(JobsException.class, () -> of(file.toString(), "/")).getMessage());
    }
}
