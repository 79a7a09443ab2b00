package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Phase;
import dev.troupe.kube.FaultyApi;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What kubelets and Prometheus are told.
final class HealthTest {
    @AutoClose
    private final Lab lab = new Lab();
    @AutoClose
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    private HttpResponse<String> ask(int port, String path) {
        try {
            return http.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (Exception e) {
            throw new AssertionError(path, e);
        }
    }

    @Test
    void anOperatorThatFollowsTheClusterIsReady() {
        Operator operator = lab.start(OperatorSettings.USUAL.watching(lab.namespace).healthAt(0), lab.client);
        assertEquals(200, ask(operator.healthPort(), "/healthz").statusCode());
        KubeCluster.await("it is ready", () -> ask(operator.healthPort(), "/readyz").statusCode() == 200);
    }

    /// A kubelet that took it for dead meanwhile would restart it again and again.
    @Test
    void itIsAliveAndNotReadyWhileItListsPods() throws Exception {
        aliveWhileItLists(2); // the first only looks whether it may
    }

    @Test
    void itIsAliveAndNotReadyWhileItLooksWhetherItMayWork() throws Exception {
        aliveWhileItLists(1);
    }

    /// @param list of pods, which lasts until all was asked
    private void aliveWhileItLists(int list) throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger lists = new AtomicInteger();
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        try (FaultyApi api = new FaultyApi(lab.client.getConfiguration());
                KubernetesClient client = api.client();
                ExecutorService starter = Executors.newVirtualThreadPerTaskExecutor()) {
            api.script(call -> {
                if (call.path().endsWith("/pods") && lists.incrementAndGet() >= list) {
                    hold(goOn);
                }
                return FaultyApi.FORWARD;
            });
            Future<Operator> start = starter
                    .submit(() -> Operator.start(OperatorSettings.USUAL.watching(lab.namespace).healthAt(port), client));
            try {
                KubeCluster.await("it lists pods", () -> lists.get() >= list || start.isDone());
                if (start.state() == Future.State.FAILED) {
                    assertTrue(start.exceptionNow().getMessage().contains("cannot listen"), start.exceptionNow().getMessage());
                    aliveWhileItLists(list); // somebody else has taken the port meanwhile
                    return;
                }
                assertEquals(200, ask(port, "/healthz").statusCode());
                assertEquals(503, ask(port, "/readyz").statusCode());
                assertEquals(503, ask(port, "/metrics").statusCode());
            } finally {
                goOn.countDown();
            }
            start.get().close();
        }
    }

    private static void hold(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void metricsTellOfJobsPodsAndTheOperatorItself() {
        Operator operator = lab.start(OperatorSettings.USUAL.watching(lab.namespace).healthAt(0), lab.client);
        lab.create(SmallJobs.tasks("", "learner*1", "collector*2")).await("job", Phase.STARTING);
        KubeCluster.await("the job is counted", () -> {
            String text = ask(operator.healthPort(), "/metrics").body();
            return text.contains("\ntroupe_jobs{phase=\"Starting\"} 1\n") && text.contains("\ntroupe_jobs{phase=\"Pending\"} 0\n")
                    && text.contains("\ntroupe_pods 3\n");
        });
        HttpResponse<String> answer = ask(operator.healthPort(), "/metrics");
        assertEquals("text/plain; version=0.0.4; charset=utf-8", answer.headers().firstValue("Content-Type").orElse(""));
        String text = answer.body();
        assertTrue(text.contains("\ntroupe_operator_leader 1\n") && text.contains("\ntroupe_reconcile_errors_total 0\n"), text);
        assertTrue(value(text, "troupe_reconcile_duration_seconds_count") >= 2, text);
        assertEquals(value(text, "troupe_reconcile_duration_seconds_count"),
                value(text, "troupe_reconcile_duration_seconds_bucket{le=\"+Inf\"}"));
        assertTrue(value(text, "troupe_reconcile_queue_length") >= 0, text);
        assertTrue(value(text, "troupe_heap_used_bytes") < value(text, "troupe_heap_max_bytes"), text);
        assertTrue(text.lines().allMatch(line -> line.matches("# (HELP|TYPE) \\w+ .+|\\w+(\\{\\w+=\"[^\"]+\"})? [0-9.E+-]+")), text);
    }

    /// Somebody else was faster: that is usual, and nobody needs to look after it.
    @Test
    void aConflictIsNoError() {
        AtomicInteger conflicts = new AtomicInteger();
        try (FaultyApi api = new FaultyApi(lab.client.getConfiguration());
                KubernetesClient client = api.client();
                Operator operator = Operator.start(OperatorSettings.USUAL.watching(lab.namespace).healthAt(0), client)) {
            api.script(
                    call -> call.path().endsWith("/status") && conflicts.incrementAndGet() == 1 ? new FaultyApi.Fate.Refuse(409, "changed")
                            : FaultyApi.FORWARD);
            lab.create(SmallJobs.tasks("", "learner*1")).await("job", Phase.STARTING);
            assertTrue(conflicts.get() > 1);
            String text = ask(operator.healthPort(), "/metrics").body();
            assertTrue(text.contains("\ntroupe_reconcile_errors_total 0\n"), text);
        }
    }

    private static double value(String text, String sample) {
        return text.lines().filter(line -> line.startsWith(sample + " "))
                .mapToDouble(line -> Double.parseDouble(line.replaceFirst(".* ", ""))).findFirst()
                .orElseThrow(() -> new AssertionError("no " + sample + " in " + text));
    }
}
