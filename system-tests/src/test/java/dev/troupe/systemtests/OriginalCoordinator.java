package dev.troupe.systemtests;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.Security;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A coordinator that asks the server as DI-engine's own client does: it sends no token, names its job by its pod, and its requests have
/// fields that the server does not know.
final class OriginalCoordinator {
    private static final Pattern COLLECTOR = Pattern.compile("\"(([\\w-]+)\\.[\\w-]+):([0-9]+)\"");

    private final HttpClient client;
    private final String server;
    private final String namespace = System.getenv("KUBERNETES_POD_NAMESPACE");

    private OriginalCoordinator(HttpClient client, String server) {
        this.client = client;
        this.server = server;
    }

    /// @param arguments where the server is, and the coordinator of another job
    static void main(String... arguments) throws Exception {
        // The names of collectors are asked for before their services are there.
        Security.setProperty("networkaddress.cache.negative.ttl", "0");
        try (var client = HttpClient.newHttpClient()) {
            new OriginalCoordinator(client, arguments[0]).work(System.getenv("KUBERNETES_POD_NAME"), arguments[1]);
        }
    }

    private void work(String self, String neighbour) throws Exception {
        var answer = ask(request(self, 2));
        var collectors = COLLECTOR.matcher(answer.body()).results().toList();
        IO.println("asked for 2: " + answer.statusCode() + " " + names(collectors));
        IO.println("has: " + names(COLLECTOR.matcher(of(self).body()).results().toList()));
        for (var collector : collectors) {
            IO.println(collector.group(2) + " says: " + CoordinatedPods.heard(collector.group(1), Integer.parseInt(collector.group(3))));
        }
        IO.println("for the neighbour: " + ask(request(neighbour, 1)).statusCode());
        IO.println("of the neighbour: " + of(neighbour).statusCode());
    }

    private static String names(List<MatchResult> collectors) {
        return collectors.stream().map(collector -> collector.group(2)).sorted().collect(Collectors.joining(" "));
    }

    private String request(String coordinator, int collectors) {
        return """
                {"collectors": {"replicas": %d, "cpus": "100m", "disk": "1Gi"}, "learners": {"replicas": 0}, "restart": false,
                 "namespace": "%s", "coordinator": "%s"}""".formatted(collectors, namespace, coordinator);
    }

    private HttpResponse<String> of(String coordinator) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri("?namespace=" + namespace + "&coordinator=" + coordinator)));
    }

    private HttpResponse<String> ask(String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri("")).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
    }

    private URI uri(String query) {
        return URI.create("http://" + server + "/v1alpha1/replicas" + query);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }
}
