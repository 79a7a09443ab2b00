package dev.troupe.jobserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.kube.FaultyApi;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The client of DI-orchestrator, which sends no token: which requests are answered and which are rejected. The pods have loopback
/// addresses, from which the test sends requests.
final class ClientWithoutTokenTest {
    private static final String API = "/v1alpha1/replicas";
    @TempDir
    private Path packages;
    private Desk desk;
    private GenericKubernetesResource job;
    private InetAddress coordinator;
    private InetAddress other;
    private final List<HttpClient> clients = new ArrayList<>();

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @BeforeEach
    void open() throws Exception {
        desk = new Desk(packages);
        job = desk.create(SmallJobs.coordinated(""));
        coordinator = address();
        start(desk.pod(job, "job-coordinator", "coordinator"), coordinator);
        GenericKubernetesResource another = desk.create(SmallJobs.coordinated("").replace("name: job", "name: other"));
        other = address();
        start(desk.pod(another, "other-coordinator", "coordinator"), other);
        known(coordinator);
        known(other);
    }

    @AfterEach
    void close() {
        clients.forEach(HttpClient::close);
        desk.close();
    }

    /// An address that no other test uses.
    private static InetAddress address() {
        var random = ThreadLocalRandom.current();
        return InetAddress.ofLiteral("127." + random.nextInt(1, 255) + "." + random.nextInt(1, 255) + "." + random.nextInt(1, 255));
    }

    private void start(PodBuilder pod, InetAddress address) {
        report(desk.client.resource(pod.build()).create().getMetadata().getName(), address);
    }

    /// Reports the address, as the node of the pod does.
    private void report(String pod, InetAddress address) {
        status(pod, """
                {"phase": "Running", "podIP": "%1$s", "podIPs": [{"ip": "%1$s"}]}""".formatted(address.getHostAddress()));
    }

    private void status(String pod, String json) {
        desk.client.pods().inNamespace(desk.namespace).withName(pod).subresource("status")
                .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), "{\"status\": " + json + "}");
    }

    private Desk.Reply ask(InetAddress from, String verb, String path, String body, String... headers) throws Exception {
        return ask(desk, from, verb, path, body, headers);
    }

    private Desk.Reply ask(Desk desk, InetAddress from, String verb, String path, String body, String... headers) throws Exception {
        HttpClient client = HttpClient.newBuilder().localAddress(from).build();
        clients.add(client);
        HttpRequest.Builder request = HttpRequest.newBuilder(desk.uri(path)).method(verb,
                body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body.replace('\'', '"')));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return Desk.reply(client, request);
    }

    private void known(InetAddress address) {
        awaitStatus(200, address);
    }

    private void awaitStatus(int status, InetAddress from) {
        awaitStatus(status, desk, from);
    }

    private void awaitStatus(int status, Desk desk, InetAddress from) {
        KubeCluster.await(from + " gets " + status, () -> {
            try {
                return ask(desk, from, "GET", API, "").status() == status;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    private String body(String rest) {
        return "{'namespace': '" + desk.namespace + "', 'coordinator': 'job-coordinator'" + rest + "}";
    }

    private String query(String pod) {
        return API + "?namespace=" + desk.namespace + "&coordinator=" + pod;
    }

    @Test
    void aCoordinatorIsServedForItsOwnJob() throws Exception {
        Desk.Reply created = ask(coordinator, "POST", API,
                body(", 'collectors': {'replicas': 2, 'cpus': '100m', 'disk': '1Gi'}, 'learners': {'replicas': 0}, 'version': 3"));
        assertEquals(2, created.texts("collectors").size());
        Desk.Reply got = ask(coordinator, "GET", query("job-coordinator"), "");
        assertEquals(created.texts("collectors").stream().sorted().toList(), got.texts("collectors"));
        assertEquals(1, ask(coordinator, "POST", API + "/failed",
                body(", 'collectors': ['" + got.texts("collectors").getFirst() + "'], 'learners': [], 'why': 'silent'")).texts("collectors")
                .size());
        assertEquals(1, ask(coordinator, "DELETE", API, body(", 'collectors': {'replicas': 1}, 'learners': {'replicas': 0}"))
                .texts("collectors").size());
        assertEquals(List.of(), ask(coordinator, "GET", "/v2alpha1/" + desk.namespace + ".job/replicas", "").texts(""));
        assertEquals(1, ask(coordinator, "GET", API, "").data().size(), "of all jobs it is shown its own");
        assertEquals(1, ask(coordinator, "GET", API + "?namespace=" + desk.namespace, "").data().size());
    }

    @Test
    void thePodOfAnotherJobIsRefused() throws Exception {
        String sentence = "the pod " + desk.namespace + "/other-coordinator sent no token, so it may ask about its own job "
                + desk.namespace
                + "/other only: send 'Authorization: Bearer …' with the token of its service account";
        assertEquals(sentence, ask(other, "GET", query("job-coordinator"), "").refusal(403));
        assertEquals(sentence, ask(other, "POST", API, body(", 'collectors': {'replicas': 1}")).refusal(403));
        assertEquals(sentence, ask(other, "DELETE", API, body(", 'collectors': {'replicas': 1}")).refusal(403));
        assertEquals(sentence, ask(other, "POST", API + "/failed", body(", 'collectors': []")).refusal(403));
        String path = "/v2alpha1/job/" + desk.namespace + ".job/";
        assertEquals(sentence, ask(other, "GET", path + "replicas", "").refusal(403));
        assertEquals(sentence, ask(other, "GET", path + "pending", "").refusal(403));
        assertEquals(sentence, ask(other, "POST", path + "replicas", "{'replicas': 1}").refusal(403));
        assertEquals(sentence, ask(other, "DELETE", path + "replicas", "{'replicas': 1}").refusal(403));
        assertEquals(sentence, ask(other, "POST", path + "profilings", "{'data': {}}").refusal(403));
        assertEquals(sentence, ask(other, "GET", API + "?namespace=kube-system", "").refusal(403));
        assertEquals(List.of("other-coordinator"), ask(other, "GET", API, "").data().findValuesAsText("coordinator"));
        for (String verb : List.of("GET", "PUT")) {
            assertTrue(ask(other, verb, "/packages/" + "a".repeat(64), verb.equals("PUT") ? "x" : "").refusal(403)
                    .endsWith("is known by its address only, which is not enough for packages: send its token"));
        }
        assertEquals(List.of(),
                desk.client.pods().inNamespace(desk.namespace).withLabel("diengine/task-name", "collector").list().getItems());
    }

    @Test
    void aStrangerCannotClaimAnAddress() throws Exception {
        InetAddress stranger = address();
        String shown = coordinator.getHostAddress();
        String message = ask(stranger, "GET", query("job-coordinator"), "", "X-Forwarded-For", shown, "X-Real-IP", shown, "Forwarded",
                "for=" + shown).refusal(401);
        assertTrue(
                message.endsWith(
                        "; a pod of a DIJob may ask without one, but the address " + stranger.getHostAddress() + " belongs to no pod"),
                message);
        assertTrue(ask(coordinator, "GET", query("job-coordinator"), "", "Authorization", "Bearer made-up").refusal(401)
                .startsWith("the token is not valid"), "a wrong token is not forgiven");
    }

    @Test
    void anAddressCountsWhileOneLivingPodHasItToItself() throws Exception {
        status("other-coordinator", "{\"phase\": \"Succeeded\"}");
        awaitStatus(401, other);
        start(desk.pod(job, "second", "collector"), coordinator);
        awaitStatus(401, coordinator);
        status("second", "{\"phase\": \"Failed\"}");
        awaitStatus(200, coordinator);

        InetAddress shared = address();
        start(desk.pod(job, "on-the-node", "collector").editSpec().withHostNetwork(true).endSpec(), shared);
        KubeCluster.await("it is seen", () -> refusal(shared).endsWith("belongs to a node, which pods with hostNetwork share"));
        InetAddress free = address();
        start(new PodBuilder().withNewMetadata().withName("free").withNamespace(desk.namespace).endMetadata().withNewSpec()
                .addNewContainer().withName("c").withImage("i").endContainer().endSpec(), free);
        KubeCluster.await("it is seen", () -> refusal(free).endsWith("belongs to a pod that is not part of a DIJob"));
    }

    /// Its containers may still run during their grace period, or on a node that is unreachable.
    @Test
    void aPodThatLeavesIdentifiesNobodyAndStillHoldsItsAddress() throws Exception {
        String leaving = "belongs to a pod that is being deleted, or whose node is lost";
        status("job-coordinator", "{\"phase\": \"Unknown\"}");
        awaitStatus(401, coordinator);
        assertTrue(refusal(coordinator).endsWith(leaving));

        desk.client.pods().inNamespace(desk.namespace).withName("other-coordinator").edit(
                pod -> new PodBuilder(pod).editMetadata().withFinalizers("troupe.dev/test").endMetadata().build());
        desk.client.pods().inNamespace(desk.namespace).withName("other-coordinator").delete();
        try {
            awaitStatus(401, other);
            assertTrue(refusal(other).endsWith(leaving));
            start(desk.pod(job, "next", "collector"), other);
            KubeCluster.await("two have it", () -> refusal(other).endsWith("belongs to more than one pod"));
        } finally {
            desk.client.pods().inNamespace(desk.namespace).withName("other-coordinator").edit(
                    pod -> new PodBuilder(pod).editMetadata().withFinalizers().endMetadata().build());
        }
        known(other);
    }

    /// Another pod may have the address by now, which the outdated cache does not contain either.
    @Test
    void aPodThatIsGoneIdentifiesNobodyWhereTheApiServersMemoryLagsBehind() throws Exception {
        String before = desk.client.raw("/api/v1/pods?fieldSelector=status.podIP%3D" + other.getHostAddress());
        try (FaultyApi api = new FaultyApi(desk.client.getConfiguration());
                KubernetesClient lagging = api.client();
                Desk server = new Desk(Desk.settings(packages), desk.namespace, lagging)) {
            api.script(call -> call.path().equals("/api/v1/pods") ? new FaultyApi.Fate.Answer(before) : FaultyApi.FORWARD);
            assertEquals(200, ask(server, other, "GET", API, "").status());
            desk.client.pods().inNamespace(desk.namespace).withName("other-coordinator").withGracePeriod(0).delete();
            awaitStatus(401, server, other);
        }
    }

    /// Programs send requests as soon as they start; nodes report the address a second later.
    @Test
    void aPodWhoseAddressIsNotReportedYetIsWaitedFor() throws Exception {
        InetAddress fresh = address();
        desk.client.resource(desk.pod(job, "fresh", "collector").build()).create();
        AtomicInteger looks = new AtomicInteger();
        try (FaultyApi api = new FaultyApi(desk.client.getConfiguration());
                KubernetesClient own = api.client();
                Desk server = new Desk(Desk.settings(packages), desk.namespace, own, Duration.ofMinutes(2));
                ExecutorService asking = Executors.newVirtualThreadPerTaskExecutor()) {
            api.script(call -> {
                if (call.path().equals("/api/v1/pods")) {
                    looks.incrementAndGet();
                }
                return FaultyApi.FORWARD;
            });
            Future<Desk.Reply> reply = asking.submit(() -> ask(server, fresh, "GET", query("job-coordinator"), ""));
            KubeCluster.await("it is looked for again", () -> looks.get() > 1 || reply.isDone());
            report("fresh", fresh);
            assertEquals(200, reply.get().status());
        }
    }

    private String refusal(InetAddress from) {
        try {
            return ask(from, "GET", API, "").refusal(401);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aServerForTokensOnlyLooksAtNoAddress() throws Exception {
        ServerSettings usual = Desk.settings(packages);
        try (Desk strict = new Desk(new ServerSettings(0, usual.tls(), ServerSettings.Admission.TOKENS, usual.namespace(),
                usual.packages()), desk.namespace); HttpClient client = HttpClient.newBuilder().localAddress(coordinator).build()) {
            assertTrue(Desk.reply(client, HttpRequest.newBuilder(strict.uri(query("job-coordinator")))).refusal(401)
                    .endsWith("serviceaccount/token"));
        }
    }

    @Test
    void addressesAreWrittenAsKubernetesWritesThem() {
        for (String text : List.of("10.244.0.5", "fd00::5", "::1", "fd00:10:244::1:0:0", "1:2:3:4:5:6:7:8", "1:0:3:4:5:6:7:8", "fe80::",
                "::a00:1")) {
            assertEquals(text, AddressText.of(InetAddress.ofLiteral(text)));
        }
        assertEquals("10.0.0.1", AddressText.of(InetAddress.ofLiteral("::ffff:10.0.0.1")));
    }
}
