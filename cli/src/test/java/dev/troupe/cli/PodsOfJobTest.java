package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// When the workers of a pod start.
final class PodsOfJobTest {
    @TempDir
    Path account;
    /// What the server says next: a number of pending pods, or a status of HTTP; empty is silence.
    private final Queue<String> answers = new ConcurrentLinkedQueue<>();
    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        Files.writeString(account.resolve("token"), "secret\n");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI() + " " + exchange.getRequestHeaders().getFirst("Authorization"));
            String answer = answers.isEmpty() ? "HTTP 503" : answers.remove();
            int status = answer.startsWith("HTTP ") ? Integer.parseInt(answer.substring(5)) : 200;
            byte[] body = ("{\"success\":true,\"code\":0,\"message\":\"\",\"data\":{\"replicas\":3,\"pending\":" + answer + "}}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private String awaitBegun(Duration patience, String... said) throws InterruptedException {
        answers.addAll(List.of(said));
        StringWriter err = new StringWriter();
        OperatorServer operator = new OperatorServer("http://127.0.0.1:" + server.getAddress().getPort(), account, "");
        new PodsOfJob("games/star", operator, Duration.ofMillis(1), patience).awaitBegun(new PrintWriter(err, true));
        return err.toString();
    }

    @Test
    void theyStartWhenAllPodsHaveBegun() throws InterruptedException {
        assertEquals("", awaitBegun(Duration.ofMinutes(1), "0"));
        assertEquals("", awaitBegun(Duration.ofMinutes(1), "2", "0"), "a short wait is not told");
        asked.clear();
        assertEquals("ditask: waits until all pods of job games/star have begun; 'troupe describe job games/star' says what they "
                + "wait for\n",
                awaitBegun(Duration.ofMinutes(1), "2", "2", "1", "HTTP 503", "1", "1", "0").replace("\r", ""));
        assertEquals(7, asked.size());
        assertEquals("/v2alpha1/job/games.star/pending Bearer secret", asked.peek());
    }

    @Test
    void theyStartAtOnceWhenTheServerCannotSaySo() throws InterruptedException {
        for (String status : new String[]{"HTTP 401", "HTTP 403", "HTTP 404", "HTTP 409", "HTTP 503"}) {
            assertEquals("", awaitBegun(Duration.ofMinutes(1), status));
        }
        assertEquals(5, asked.size());
        server.stop(0);
        assertEquals("", awaitBegun(Duration.ofMinutes(1)), "nobody listens");
    }

    @Test
    void aServerThatFallsSilentIsNotWaitedForForEver() throws InterruptedException {
        awaitBegun(Duration.ZERO, "2", "HTTP 503");
        assertEquals(2, asked.size());
    }

    /// As in a pod, with the server of the test.
    @Test
    void ditaskWaitsUnlessItsWorkersConnectToNobody() {
        Map<String, String> variables = Map.of("DI_JOB_ID", "games/star", "DI_SERVER_URL",
                "http://127.0.0.1:" + server.getAddress().getPort(), "DI_RANK", "0", "DI_NODES", "a,b");
        answers.addAll(List.of("1", "0"));
        Said.by(new Ditask((_, _) -> {}, variables), "--topology", "alone");
        Said.by(new Ditask((_, _) -> {}, variables), "--platform", "none");
        assertEquals(0, asked.size());
        assertEquals(0, Said.by(new Ditask((_, _) -> {}, variables)).exitCode());
        assertEquals(2, asked.size());
    }

    @Test
    void onlyAPodOfAJobWithOthersAsks() {
        Map<String, String> pod = Map.of("DI_JOB_ID", "games/star", "DI_SERVER_URL", "http://s", "DI_RANK", "0", "DI_NODES", "a,,b");
        assertTrue(PodsOfJob.areSeveral(pod));
        assertFalse(PodsOfJob.areSeveral(Map.of("DI_JOB_ID", "games/star", "DI_SERVER_URL", "http://s", "DI_RANK", "0", "DI_NODES", "a")));
        assertFalse(PodsOfJob.areSeveral(Map.of("DI_RANK", "0", "DI_NODES", "a,b")), "pods of somebody else");
        assertFalse(PodsOfJob.areSeveral(Map.of()));
    }
}
