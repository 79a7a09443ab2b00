package dev.troupe.systemtests;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.Security;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/// What runs in the pods of a job with a coordinator, as programs for DI-orchestrator do: they know nothing but their environment, and send
/// no token.
final class CoordinatedPods {
    private CoordinatedPods() {}

    static void main(String... arguments) throws Exception {
        if (arguments[0].equals("coordinator")) coordinate();
        else
            collect();
    }

    /// Asks for a collector and hears what it says.
    private static void coordinate() throws Exception {
        // The name is asked for before the service is there.
        Security.setProperty("networkaddress.cache.negative.ttl", "0");
        var body = """
                {"namespace": "%s", "coordinator": "%s", "collectors": {"replicas": 1, "cpus": "100m"}, "learners": {"replicas": 0}}
                """.formatted(System.getenv("KUBERNETES_POD_NAMESPACE"), System.getenv("KUBERNETES_POD_NAME"));
        var request = HttpRequest.newBuilder(URI.create("http://" + System.getenv("KUBERNETES_SERVER_URL") + "/v1alpha1/replicas"))
                .POST(BodyPublishers.ofString(body)).build();
        try (var client = HttpClient.newHttpClient()) {
            var answer = client.send(request, BodyHandlers.ofString());
            IO.println(answer.statusCode() + " " + answer.body());
            var collector = Pattern.compile("\"collectors\":\\[\"(([^:]+):([0-9]+))\"]").matcher(answer.body());
            if (!collector.find()) throw new IOException("no collector");
            IO.println(collector.group(1) + " says: " + heard(collector.group(2), Integer.parseInt(collector.group(3))));
        }
    }

    /// What the other says, once it is there.
    static String heard(String host, int port) throws IOException {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (true) {
            try (var socket = new Socket(host, port); var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))) {
                return in.readLine();
            } catch (IOException e) {
                if (System.nanoTime() > deadline) throw e;
                LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            }
        }
    }

    /// Says who it is to the first who asks.
    private static void collect() throws IOException {
        try (var server = new ServerSocket(Integer.parseInt(System.getenv("COLLECTOR_PORT"))); var socket = server.accept()) {
            socket.getOutputStream().write(("I am " + System.getenv("KUBERNETES_POD_NAME") + "\n").getBytes(UTF_8));
        }
    }
}
