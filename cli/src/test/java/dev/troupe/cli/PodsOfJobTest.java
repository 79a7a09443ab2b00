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
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// When the workers of a pod start.
final class PodsOfJobTest {
    @TempDir
    Path account;
    /// What the server says next: the numbers of pending and of starting pods, or a status of HTTP; empty is silence.
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
            byte[] body = ("{\"success\":true,\"code\":0,\"message\":\"\",\"data\":{\"replicas\":3,\"pending\":"
                    + answer.replace(" ", ",\"starting\":") + "}}")
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

    private String awaitRunning(Duration patience, String... said) throws InterruptedException {
        return awaitRunning(patience, Duration.ofMinutes(1), said);
    }

    private String awaitRunning(Duration patience, Duration starting, String... said) throws InterruptedException {
        answers.addAll(List.of(said));
        StringWriter err = new StringWriter();
        OperatorServer operator = new OperatorServer("http://127.0.0.1:" + server.getAddress().getPort(), account, "");
        new PodsOfJob("games/star", operator, new Pauses(Duration.ofMillis(1), () -> 0.5), patience, starting)
                .awaitRunning(new PrintWriter(err, true));
        return err.toString();
    }

    @Test
    void theyStartWhenAllPodsRun() throws InterruptedException {
        assertEquals("", awaitRunning(Duration.ofMinutes(1), "0 0"));
        assertEquals("", awaitRunning(Duration.ofMinutes(1), "2 1", "0 0"), "a short wait is not told");
        asked.clear();
        assertEquals("ditask: waiting until all pods of job games/star run; 'troupe describe job games/star' shows what they "
                + "wait for\n",
                awaitRunning(Duration.ofMinutes(1), "2 0", "2 1", "0 2", "HTTP 503", "0 1", "0 1", "0 0").replace("\r", ""));
        assertEquals(7, asked.size());
        assertEquals("/v2alpha1/job/games.star/pending Bearer secret", asked.peek());
    }

    @Test
    void theyStartAtOnceWhenTheServerCannotSaySo() throws InterruptedException {
        for (String status : new String[]{"HTTP 401", "HTTP 403", "HTTP 404", "HTTP 409", "HTTP 503"}) {
            assertEquals("", awaitRunning(Duration.ofMinutes(1), status));
        }
        assertEquals(5, asked.size());
        server.stop(0);
        assertEquals("", awaitRunning(Duration.ofMinutes(1)), "nobody listens");
    }

    @Test
    void aServerThatFallsSilentIsNotWaitedForForEver() throws InterruptedException {
        awaitRunning(Duration.ZERO, "2 0", "HTTP 503");
        assertEquals(2, asked.size());
    }

    /// Its image may be missing, or its init container may wait for this pod.
    @Test
    void aPodThatHasANodeAndDoesNotStartIsNotWaitedForForEver() throws InterruptedException {
        awaitRunning(Duration.ofMinutes(1), Duration.ZERO, "1 1", "0 2", "0 2");
        assertEquals(2, asked.size());
    }

    @Test
    void podsOfLargeJobsAskSeldom() {
        Pauses pauses = new Pauses(Duration.ofSeconds(1), () -> 0.5);
        assertEquals(List.of(1L, 2L, 4L, 5L, 5L), IntStream.range(0, 5).mapToObj(i -> pauses.next(i, 3).toSeconds()).toList());
        assertEquals(25, pauses.next(100, 1_000).toSeconds());
        assertEquals(30, pauses.next(100, 1_000_000).toSeconds());
        assertEquals(Duration.ofMillis(750), new Pauses(Duration.ofSeconds(1), () -> 0).next(0, 3));
        assertEquals(Duration.ofMillis(1250), new Pauses(Duration.ofSeconds(1), () -> 1).next(0, 3));
    }

    /// As in a pod, with the server of the test.
    @Test
    void ditaskWaitsUnlessItsWorkersConnectToNobody() {
        Map<String, String> variables = Map.of("DI_JOB_ID", "games/star", "DI_SERVER_URL",
                "http://127.0.0.1:" + server.getAddress().getPort(), "DI_RANK", "0", "DI_NODES", "a,b");
        answers.addAll(List.of("1 0", "0 0"));
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
