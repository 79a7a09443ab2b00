package dev.troupe.jobserver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.troupe.dijob.JobKey;
import dev.troupe.kube.Crds;
import dev.troupe.kube.KubeCluster;
import dev.troupe.lifecycle.Cluster;
import dev.troupe.lifecycle.Labels;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A real server in front of a real API server, and a namespace with the token of a pod.
public final class Desk implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    public final KubeCluster cluster = KubeCluster.shared();
    /// An administrator's.
    public final KubernetesClient client = cluster.client();
    public final String namespace;
    public final String token;
    public final Server server;
    private final HttpClient http = HttpClient.newHttpClient();

    static {
        Crds.install(KubeCluster.shared().client());
    }

    /// An answer.
    public record Reply(int status, JsonNode envelope) {
        public JsonNode data() {
            assertEquals(200, status, envelope::toString);
            assertEquals(true, envelope.get("success").asBoolean(), envelope::toString);
            assertEquals(0, envelope.get("code").asInt());
            return envelope.get("data");
        }

        /// The message of a request that failed with that status.
        public String refusal(int expected) {
            assertEquals(expected, status, envelope::toString);
            assertEquals(false, envelope.get("success").asBoolean());
            assertEquals(1, envelope.get("code").asInt());
            assertEquals(true, envelope.get("data").isNull());
            return envelope.get("message").asText();
        }

        public List<String> texts(String field) {
            List<String> texts = new ArrayList<>();
            (field.isEmpty() ? data() : data().get(field)).forEach(one -> texts.add(one.asText()));
            return texts;
        }
    }

    public static ServerSettings settings(Path packages) {
        return new ServerSettings(0, Optional.empty(), ServerSettings.Admission.TOKENS_AND_PODS, "di-system",
                new ServerSettings.Packages(packages, 1 << 21, 1 << 22));
    }

    public Desk(Path packages) throws IOException {
        this(settings(packages), KubeCluster.shared().namespace());
    }

    public Desk(ServerSettings settings, String namespace) throws IOException {
        this(settings, namespace, KubeCluster.shared().client());
    }

    /// With a client of the server's own.
    ///
    /// @param own the server's
    public Desk(ServerSettings settings, String namespace, KubernetesClient own) throws IOException {
        this(settings, namespace, own, Duration.ZERO);
    }

    /// With a server that waits for addresses.
    ///
    /// @param patience with pods whose address is not reported yet
    public Desk(ServerSettings settings, String namespace, KubernetesClient own, Duration patience) throws IOException {
        this.namespace = namespace;
        server = Server.start(own, settings, Cluster.USUAL, patience);
        token = cluster.token(namespace, "default");
    }

    public Reply get(String path) throws Exception {
        return send("GET", path, BodyPublishers.noBody(), token);
    }

    /// Sends a request with the token of the namespace.
    ///
    /// @param body single quotes stand for double ones
    public Reply send(String verb, String path, String body) throws Exception {
        return send(verb, path, BodyPublishers.ofString(body.replace('\'', '"')), token);
    }

    public Reply send(String verb, String path, BodyPublisher body, String with) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).method(verb, body);
        if (!with.isEmpty()) {
            request.header("Authorization", "Bearer " + with);
        }
        return send(request);
    }

    public Reply send(HttpRequest.Builder request) throws Exception {
        return reply(http, request);
    }

    public static Reply reply(HttpClient client, HttpRequest.Builder request) throws Exception {
        HttpResponse<byte[]> response = client.send(request.build(), BodyHandlers.ofByteArray());
        assertEquals("application/json", response.headers().firstValue("Content-Type").orElse(""));
        return new Reply(response.statusCode(), JSON.readTree(response.body()));
    }

    public HttpResponse<byte[]> raw(String verb, String path) throws Exception {
        return http.send(HttpRequest.newBuilder(uri(path)).method(verb, BodyPublishers.noBody()).header("Authorization", "Bearer " + token)
                .build(), BodyHandlers.ofByteArray());
    }

    public HttpClient http() {
        return http;
    }

    /// A pod of a job, as the operator labels them.
    public PodBuilder pod(GenericKubernetesResource of, String name, String task) {
        return new PodBuilder().withNewMetadata().withName(name).withNamespace(namespace)
                .withLabels(Labels.of(new JobKey(namespace, of.getMetadata().getName()))).addToLabels(Labels.TASK_NAME, task)
                .addNewOwnerReference().withApiVersion(of.getApiVersion()).withKind(of.getKind()).withName(of.getMetadata().getName())
                .withUid(of.getMetadata().getUid()).withController(true).endOwnerReference().endMetadata().withNewSpec().addNewContainer()
                .withName("di-container").withImage("ding").endContainer().endSpec();
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    public GenericKubernetesResource create(String yaml) {
        return client.resource(client.getKubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class)).inNamespace(namespace)
                .create();
    }

    @Override
    public void close() {
        server.close();
        http.close();
    }
}
