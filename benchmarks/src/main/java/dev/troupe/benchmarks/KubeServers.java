package dev.troupe.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.troupe.jobs.Installation;
import dev.troupe.kube.Crds;
import dev.troupe.kube.Manifests;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A control plane of `tools/kube/cluster` in which the operator's manifests were applied, and its record of who changed what.
final class KubeServers implements AutoCloseable {
    private static final String NAMESPACE = "di-system";
    private static final String ACCOUNT = "di-operator";

    private final Path folder;
    private final Process process;
    private final Path audit;
    private final KubernetesClient client;

    /// One request that changed something, or tried to.
    record Change(String user, String verb, String resource, String namespace, String name, int code) {}

    private KubeServers(Path folder, Process process, Path audit) {
        this.folder = folder;
        this.process = process;
        this.audit = audit;
        this.client = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(folder.resolve("admin.kubeconfig").toFile())).build();
    }

    static KubeServers start(Path home) throws IOException {
        Path folder = Files.createTempDirectory("troupe-kube");
        Path audit = folder.resolve("audit.log");
        ProcessBuilder builder = new ProcessBuilder(home.resolve("tools/kube/cluster").toString(), folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("KUBE_AUDIT", audit.toString());
        builder.environment().put("KUBE_CONTROLLERS", "*,-nodelifecycle,-podgc"); // there are no nodes
        Process process = builder.start();
        if (process.inputReader().readLine() == null) {
            throw new IOException("no Kubernetes control plane: tools/kube/cluster failed");
        }
        KubeServers servers = new KubeServers(folder, process, audit);
        servers.install();
        return servers;
    }

    /// All but the deployment: the operator runs beside.
    private void install() {
        String manifests = Manifests.render(Installation.USUAL);
        for (HasMetadata object : client.load(new ByteArrayInputStream(manifests.getBytes(StandardCharsets.UTF_8))).items()) {
            if (!object.getKind().equals("Deployment")) {
                client.resource(object).create();
            }
        }
        Crds.install(client);
    }

    /// An administrator's.
    KubernetesClient client() {
        return client;
    }

    /// How the operator's service account comes here: with the rights of the manifests and no others.
    Path operator() throws IOException {
        String token = client.serviceAccounts().inNamespace(NAMESPACE).withName(ACCOUNT)
                .tokenRequest(new TokenRequestBuilder().withNewSpec().withExpirationSeconds(7200L).endSpec().build()).getStatus()
                .getToken();
        Path file = folder.resolve("operator.kubeconfig");
        Files.writeString(file, Files.readString(folder.resolve("admin.kubeconfig")).replaceFirst("token: \\w+", "token: " + token));
        return file;
    }

    /// How much of the record there is, in bytes.
    long position() throws IOException {
        return Files.size(audit);
    }

    /// What the operator has changed since.
    List<Change> changes(long since) throws IOException {
        ObjectMapper json = new ObjectMapper();
        List<Change> changes = new ArrayList<>();
        try (var channel = Files.newByteChannel(audit)) {
            channel.position(since);
            var lines = new java.io.BufferedReader(java.nio.channels.Channels.newReader(channel, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode entry = json.readTree(line);
                JsonNode object = entry.path("objectRef");
                Change change = new Change(entry.path("user").path("username").asText(), entry.path("verb").asText(),
                        object.path("resource").asText() + (object.has("subresource") ? "/" + object.path("subresource").asText() : ""),
                        object.path("namespace").asText(), object.path("name").asText(), entry.path("responseStatus").path("code").asInt());
                if (change.user().equals("system:serviceaccount:" + NAMESPACE + ":" + ACCOUNT) && !change.resource().equals("leases")) {
                    changes.add(change);
                }
            }
        }
        return changes;
    }

    @Override
    public void close() throws IOException {
        client.close();
        process.destroy();
        process.onExit().join();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
