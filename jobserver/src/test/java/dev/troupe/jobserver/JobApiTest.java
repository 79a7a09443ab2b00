package dev.troupe.jobserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.kube.DIJobResource;
import dev.troupe.kube.KubeCluster;
import dev.troupe.lifecycle.Labels;
import dev.troupe.lifecycle.Status;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `/v2alpha1`.
final class JobApiTest {
    private static final String TEMPLATE = "template: {spec: {containers: [{name: di-container, image: ding}]}}";
    @TempDir
    private Path packages;
    private Desk desk;
    private String job;

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @BeforeEach
    void open() throws Exception {
        desk = new Desk(packages);
        job = "/v2alpha1/job/" + desk.namespace + ".job";
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private GenericKubernetesResource tasks(String terms) {
        return desk.create("apiVersion: diengine.opendilab.org/v2alpha1\nkind: DIJob\nmetadata: {name: job}\nspec:\n" + terms.indent(2)
                + "  tasks:\n  - {type: learner, " + TEMPLATE + "}\n  - {type: collector, replicas: 2, " + TEMPLATE + "}\n");
    }

    private GenericKubernetesResource elastic(String terms) {
        return desk.create("apiVersion: diengine.opendilab.org/v2alpha1\nkind: DIJob\nmetadata: {name: job}\nspec:\n" + terms.indent(2)
                + "  " + TEMPLATE + "\n");
    }

    private DIJobResource job() {
        return desk.client.resources(DIJobResource.class).inNamespace(desk.namespace).withName("job").get();
    }

    private void status(String json) {
        desk.client.resources(DIJobResource.class).inNamespace(desk.namespace).withName("job").subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\": " + json.replace('\'', '"') + "}");
    }

    private Object replicas(int task) {
        return ((Map<?, ?>) ((List<?>) job().getSpec().get("tasks")).get(task)).get("replicas");
    }

    private void pod(GenericKubernetesResource of, String name, int rank, String port) {
        desk.client.pods().inNamespace(desk.namespace).resource(desk.pod(of, name, "collector").editMetadata()
                .addToAnnotations(Labels.RANK, Integer.toString(rank)).endMetadata().editSpec().withHostname(name).withSubdomain("di-job")
                .editFirstContainer().addNewPort().withName(port).withContainerPort(4000).endPort().endContainer().endSpec().build())
                .create();
    }

    @Test
    void everyPodCanAskWhoIsThere() throws Exception {
        GenericKubernetesResource resource = tasks("");
        awaitPeers(List.of());
        status("{'phase': 'Running', 'ranks': ['learner-0', 'collector-0', '', 'collector-1']}");
        awaitPeers(List.of("", "", "", ""));
        pod(resource, "job-learner-0", 0, "other");
        pod(resource, "job-collector-1", 3, "di-port");
        pod(resource, "job-collector-2", 4, "di-port");
        pod(resource, "job-collector-0", 1, "di-port");
        String domain = ".di-job." + desk.namespace + ".svc.cluster.local:";
        List<String> all = List.of("job-learner-0" + domain + 22270, "job-collector-0" + domain + 4000, "",
                "job-collector-1" + domain + 4000,
                "job-collector-2" + domain + 4000);
        awaitPeers(all);
        assertEquals(all, desk.get("/v2alpha1/" + desk.namespace + ".job/replicas").texts(""), "also without job/");
        assertEquals(all, desk.get("/v2alpha1/job/" + desk.namespace + ".job.2/replicas").texts(""), "also with a generation");
        desk.client.pods().inNamespace(desk.namespace).withName("job-collector-2").delete();
        desk.client.pods().inNamespace(desk.namespace).withName("job-collector-0").subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\": {\"phase\": \"Failed\"}}");
        awaitPeers(List.of(all.get(0), "", "", all.get(3)));
    }

    private void awaitPeers(List<String> peers) {
        KubeCluster.await("the peers are " + peers, () -> {
            try {
                return desk.get(job + "/replicas").texts("").equals(peers);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void howManyPodsHaveNoNodeOrDoNotRunYetIsTold() throws Exception {
        tasks("");
        status("{'replicas': 3, 'scheduledReplicas': 2, 'taskStatus': {'learner': {'Pending': 1}, 'collector': {'Running': 1}}}");
        var data = desk.get(job + "/pending").data();
        assertEquals("3 1 1", data.get("replicas").asInt() + " " + data.get("pending").asInt() + " " + data.get("starting").asInt());
        assertTrue(desk.send("POST", job + "/pending", "{}").refusal(501).contains("is not implemented"));
    }

    @Test
    void aPreemptibleJobGrowsAndShrinks() throws Exception {
        tasks("preemptible: true");
        assertEquals(5, desk.send("POST", job + "/replicas", "{'replicas': 3}").data().get("replicas").asInt());
        assertEquals(5, replicas(1), "collectors, when nothing else is said");
        assertNull(replicas(0));
        desk.send("POST", job + "/replicas", "{'replicas': 1, 'task': 'learner'}").data();
        assertEquals(2, replicas(0));
        desk.send("DELETE", job + "/replicas", "{'replicas': 4}").data();
        assertEquals(1, replicas(1));
        assertTrue(desk.send("DELETE", job + "/replicas", "{'replicas': 1}").refusal(409).contains("a task has at least 1"));
    }

    @Test
    void aJobWithOneTemplateGrowsAndShrinksBetweenItsLimits() throws Exception {
        elastic("preemptible: true\nminReplicas: 1\nmaxReplicas: 4");
        int before = desk.send("POST", job + "/replicas", "{'replicas': 1}").status() == 200 ? Integer.parseInt(requested()) : 4;
        int now = desk.send("DELETE", job + "/replicas", "{'replicas': 1}").data().get("replicas").asInt();
        assertEquals(before - 1, now);
        assertEquals(Integer.toString(now), requested());
        assertTrue(desk.send("POST", job + "/replicas", "{'replicas': 9}").refusal(409).contains("may have 1 to 4"));
    }

    private String requested() {
        return job().getMetadata().getAnnotations().get(RequestedReplicas.ANNOTATION);
    }

    @Test
    void nobodyIsOverlooked() throws Exception {
        tasks("preemptible: true");
        List<Callable<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            calls.add(() -> desk.send("POST", job + "/replicas", "{'replicas': 1}").status());
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var status : threads.invokeAll(calls)) {
                assertEquals(200, status.get());
            }
        }
        assertEquals(8, replicas(1));
    }

    @Test
    void whatCannotBeDoneIsSaid() throws Exception {
        tasks("");
        assertTrue(desk.send("POST", job + "/replicas", "{'replicas': 1}").refusal(409).contains("is not preemptible"));
        for (String body : List.of("{'replicas': 0}", "{'replicas': -1}", "{'replicas': 1.5}", "{}")) {
            assertTrue(desk.send("POST", job + "/replicas", body).refusal(400).endsWith("it must be a whole number of at least 1"), body);
        }
        assertEquals("the body is empty: it must be JSON", desk.send("POST", job + "/replicas", "").refusal(400));
        assertTrue(desk.send("POST", job + "/replicas", "{").refusal(400).startsWith("the body is not JSON: "));
        assertEquals("the body must be a map with replicas", desk.send("POST", job + "/replicas", "[1]").refusal(400));
        assertEquals("replicas is '1', a string: it must be a whole number of at least 1; remove the quotes",
                desk.send("POST", job + "/replicas", "{'replicas': '1'}").refusal(400));
        assertEquals("task is 3: it must be the name of a task",
                desk.send("POST", job + "/replicas", "{'replicas': 1, 'task': 3}").refusal(400));
        for (String id : List.of("job", "a.b.c", "a.", ".b", desk.namespace + ".job.x.y")) {
            assertEquals("the job id is '" + id + "': it must be <namespace>.<name>",
                    desk.get("/v2alpha1/job/" + id + "/replicas").refusal(400));
        }
        assertEquals("there is no DIJob " + desk.namespace + "/other",
                desk.get("/v2alpha1/job/" + desk.namespace + ".other/replicas").refusal(404));
        String other = "/v2alpha1/job/" + desk.namespace + ".other";
        assertEquals(404, desk.send("DELETE", other + "/replicas", "{'replicas': 1}").status());
        assertEquals(404, desk.send("POST", other + "/profilings", "{}").status());
        assertTrue(desk.get("/v3/replicas").refusal(404).startsWith("there is nothing at /v3/replicas"));
        for (String verb : List.of("PUT", "PATCH")) {
            assertEquals(verb + " " + job + "/replicas is not implemented", desk.send(verb, job + "/replicas", "{}").refusal(501));
        }
        assertTrue(desk.get(job + "/profilings").refusal(501).endsWith("is not implemented"));
        assertTrue(desk.send("POST", "/v2alpha1/replicas", "{}").refusal(501).endsWith("it belongs to the other version of the API"));
        assertTrue(
                desk.send("POST", "/v2alpha1/replicas/failed", "{}").refusal(501).endsWith("it belongs to the other version of the API"));
        assertTrue(desk.get(job.replace("v2", "v1") + "/replicas").refusal(501).endsWith("it belongs to the other version of the API"));
        status("{'phase': 'Succeeded'}");
        assertEquals("the job " + desk.namespace + "/job has ended", desk.send("POST", job + "/replicas", "{'replicas': 1}").refusal(409));
    }

    @Test
    void aJobThatIsNotValidIsSaidToBe() throws Exception {
        desk.create("apiVersion: diengine.opendilab.org/v2alpha1\nkind: DIJob\nmetadata: {name: job}\nspec: {tasks: []}");
        assertTrue(desk.get(job + "/replicas").refusal(409).contains("spec.tasks"));
    }

    @Test
    void whatAProgramReportsIsKept() throws Exception {
        tasks("");
        assertTrue(desk.send("POST", job + "/profilings", "{'data': {'speed': 3.5, 'parts': [1, {'a': 'b'}]}}").data().isNull());
        assertEquals(Map.of("speed", 3.5, "parts", List.of(1, Map.of("a", "b"))), Status.read(job().getStatus()).profilings());
        status("{'phase': 'Running'}");
        desk.send("POST", job + "/profilings", "{'data': {'speed': 4}}").data();
        assertEquals(Map.of("speed", 4), Status.read(job().getStatus()).profilings(), "the last report counts");
        assertEquals("Running", job().getStatus().get("phase"));
        desk.send("POST", job + "/profilings", "{'speed': 5}").data();
        assertEquals(Map.of("speed", 5), Status.read(job().getStatus()).profilings(), "programs for DI-orchestrator send what they like");
        desk.send("POST", job + "/profilings", "{'data': 6}").data();
        assertEquals(Map.of("data", 6), Status.read(job().getStatus()).profilings());
        assertTrue(desk.send("POST", job + "/profilings", "{'data': {'x': '" + "x".repeat(70_000) + "'}}").refusal(413)
                .startsWith("the report has"));
    }

    @Test
    void tooMuchIsNotRead() throws Exception {
        byte[] body = new byte[3 << 20];
        assertTrue(
                desk.send("POST", job + "/replicas", BodyPublishers.ofByteArray(body), desk.token).refusal(413).startsWith("the body has"));
        assertTrue(desk.send("POST", job + "/replicas", BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)), desk.token)
                .refusal(413).startsWith("the body has"), "also when it does not say how much it is");
    }

    @Test
    void whoSendsTooMuchIsToldAlsoWhenItListensOnlyAfterwards() throws Exception {
        int size = 12 << 20;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), desk.server.port())) {
            OutputStream out = socket.getOutputStream();
            out.write(("POST " + job + "/replicas HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + desk.token
                    + "\r\nContent-Length: " + size + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            out.write(new byte[size]);
            String answer = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
            assertEquals("HTTP/1.1 413", answer);
        }
    }

    @Test
    void aFaultOfOursIsFoundInTheLog() throws Exception {
        List<String> logged = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                logged.add(record.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger log = Logger.getLogger("dev.troupe.operator");
        log.addHandler(handler);
        try (Desk powerless = new Desk(Desk.settings(packages), desk.namespace, desk.cluster.client(desk.token))) {
            String message = powerless.send("GET", job + "/replicas", BodyPublishers.noBody(), "made-up").refusal(500);
            String id = message.replaceFirst(".* ", "");
            assertTrue(logged.stream().anyMatch(line -> line.endsWith("failed, id " + id)), () -> id + " in " + logged);
        } finally {
            log.removeHandler(handler);
        }
    }
}
