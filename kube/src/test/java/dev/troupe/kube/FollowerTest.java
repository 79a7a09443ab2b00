package dev.troupe.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.JobKey;
import dev.troupe.jobs.JobRow;
import dev.troupe.jobs.Jobs;
import dev.troupe.jobs.JobsException;
import dev.troupe.lifecycle.Labels;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A job followed on a real API server, and what its pods print, which a kubelet of the test's says. No operator: the test decides
/// what becomes of the job.
final class FollowerTest implements Jobs.LineSink {
    private static final String RUNNING = "\"phase\": \"Running\", \"ranks\": [\"worker-0\"]";
    private static final Optional<String> WORKER = Optional.of("test-worker-0");

    private static final FaultyApi.Fate NOT_NOW = new FaultyApi.Fate.Refuse(400, "not now");

    private static KubeCluster cluster;
    private static LogNode node;

    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<String> phases = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<String> missed = new LinkedBlockingQueue<>();
    private final KubernetesClient client = cluster.client();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private String namespace;
    private JobKey job;
    private KubernetesJobs jobs;

    @BeforeAll
    static void cluster() throws IOException {
        cluster = KubeCluster.shared();
        Crds.install(cluster.client());
        node = new LogNode(cluster);
    }

    @AfterAll
    static void end() {
        if (node != null) {
            node.close();
        }
    }

    @BeforeEach
    void open() {
        namespace = cluster.namespace();
        job = new JobKey(namespace, "test");
        Config config = Config.fromKubeconfig(cluster.kubeconfig().toFile());
        config.setNamespace(namespace);
        jobs = new KubernetesJobs(config);
        DIJobResource object = client.getKubernetesSerialization().unmarshal("""
                apiVersion: diengine.opendilab.org/v2alpha1
                kind: DIJob
                metadata: {name: test, namespace: %s}
                spec:
                  cleanPodPolicy: None
                  tasks: [{name: worker, type: none, template: {spec: {containers: [{name: di-container, image: i}]}}}]
                """.formatted(namespace), DIJobResource.class);
        client.resource(object).create();
    }

    @AfterEach
    void close() {
        jobs.close();
        threads.shutdownNow();
    }

    @Override
    public void line(String worker, String line) {
        lines.add(line);
    }

    @Override
    public void news(JobRow row) {
        phases.add(row.phase());
    }

    @Override
    public void missed(String sentence) {
        missed.add(sentence);
    }

    private void become(String status) {
        client.resources(DIJobResource.class).inNamespace(namespace).withName("test").subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\": {" + status + "}}");
    }

    private void start(String pod) {
        client.resource(new PodBuilder().withNewMetadata().withName(pod).withNamespace(namespace).withLabels(Labels.of(job)).endMetadata()
                .withNewSpec().withNodeName(node.name()).withTerminationGracePeriodSeconds(0L).addNewContainer().withName("di-container")
                .withImage("i").endContainer().endSpec().build()).create();
        state(pod, "Running", "\"running\": {}");
    }

    private void state(String pod, String phase, String state) {
        client.pods().inNamespace(namespace).withName(pod).subresource("status").patch(PatchContext.of(PatchType.JSON_MERGE), """
                {"status": {"phase": "%s", "containerStatuses": [{"name": "di-container", "image": "i", "imageID": "i", "ready": false,
                 "restartCount": 0, "state": {%s}}]}}""".formatted(phase, state));
    }

    private void end(String pod) {
        state(pod, "Succeeded", "\"terminated\": {\"exitCode\": 0}");
        node.end(namespace, pod);
    }

    private void remove(String pod) {
        client.pods().inNamespace(namespace).withName(pod).delete();
        KubeCluster.await(pod + " is gone", () -> client.pods().inNamespace(namespace).withName(pod).get() == null);
        node.forget(namespace, pod);
    }

    private void print(String pod, String time, String line) {
        node.print(namespace, pod, "2026-01-01T12:00:" + time + "Z", line);
    }

    private CompletableFuture<Jobs.Ending> follow(Jobs.LogRequest request) {
        return CompletableFuture.supplyAsync(() -> jobs.follow(job, request, this), threads);
    }

    private void assertNext(String... expected) throws InterruptedException {
        for (String line : expected) {
            assertEquals(line, lines.poll(1, TimeUnit.MINUTES));
        }
    }

    private List<String> read(Optional<Integer> last, Optional<String> worker) {
        List<String> read = new ArrayList<>();
        jobs.logs(job, new Jobs.LogRequest(last, worker), (who, line) -> read.add(who + " " + line));
        return read;
    }

    @Test
    void whatIsThereIsReadAlsoAfterTheEnd() {
        start("test-worker-0");
        start("test-worker-1");
        print("test-worker-0", "01.5", "one");
        print("test-worker-0", "01.5", "two");
        print("test-worker-0", "01.5", "");
        print("test-worker-1", "01", "other");
        assertEquals(List.of("test-worker-0 one", "test-worker-0 two", "test-worker-0 ", "test-worker-1 other"),
                read(Optional.empty(), Optional.empty()));
        end("test-worker-0");
        become("\"phase\": \"Succeeded\"");
        assertEquals(List.of("test-worker-0 two", "test-worker-0 "), read(Optional.of(2), WORKER));
        assertEquals(List.of("test-worker-0 "), read(Optional.of(1), Optional.of("worker-0")), "the name without that of the job");
        assertTrue(assertThrows(JobsException.class, () -> read(Optional.empty(), Optional.of("other"))).getMessage()
                .contains("has no worker other: it has test-worker-0, test-worker-1"));
    }

    @Test
    void aCutOrARestartOfTheApiServerLosesNoLineAndRepeatsNone() throws Exception {
        become(RUNNING);
        start("test-worker-0");
        print("test-worker-0", "01.1", "long ago");
        print("test-worker-0", "01.2", "a");
        print("test-worker-0", "01.5", "b");
        print("test-worker-0", "01.5", "c");
        var ending = follow(new Jobs.LogRequest(Optional.of(3), Optional.empty()));
        assertNext("a", "b", "c");
        node.cut();
        print("test-worker-0", "01.5", "d");
        print("test-worker-0", "02", "e");
        assertNext("d", "e");
        assertTrue(node.asked().getLast().contains("sinceTime=2026-01-01T12:00:01Z"), node.asked().toString());
        cluster.restartApiServer();
        print("test-worker-0", "02", "f");
        assertNext("f");
        end("test-worker-0");
        become("\"phase\": \"Succeeded\"");
        assertEquals(Jobs.Result.SUCCEEDED, ending.get(1, TimeUnit.MINUTES).result());
        assertEquals(List.of(), List.copyOf(lines));
    }

    @Test
    void whoMayNotReadLogsIsToldSo() {
        become(RUNNING);
        start("test-worker-0");
        var rules = new RoleBuilder().withNewMetadata().withName("looker").withNamespace(namespace).endMetadata().addNewRule()
                .addToApiGroups("", "diengine.opendilab.org").addToResources("pods", "dijobs").addToVerbs("get", "list", "watch").endRule()
                .build();
        client.resource(rules).create();
        client.resource(new RoleBindingBuilder().withNewMetadata().withName("looker").withNamespace(namespace).endMetadata()
                .addNewSubject("", "ServiceAccount", "default", namespace)
                .withNewRoleRef("rbac.authorization.k8s.io", "Role", "looker").build()).create();
        Config admin = Config.fromKubeconfig(cluster.kubeconfig().toFile());
        Config config = new ConfigBuilder(Config.empty()).withMasterUrl(cluster.url()).withCaCertData(admin.getCaCertData())
                .withOauthToken(cluster.token(namespace, "default")).withNamespace(namespace).build();
        try (KubernetesJobs looker = new KubernetesJobs(config)) {
            KubeCluster.await("it may look", () -> {
                try {
                    return looker.workers(job).size() == 1;
                } catch (JobsException e) {
                    return false;
                }
            });
            String sentence = assertThrows(JobsException.class, () -> looker.follow(job, Jobs.LogRequest.ALL, this)).getMessage();
            assertTrue(sentence.startsWith("cannot read the output of test-worker-0: ") && sentence.contains("pods/log"), sentence);
        }
    }

    @Test
    void aWorkerIsFollowedWhileItIsReplacedAndAfterItIsCleanedAway() throws Exception {
        become(RUNNING);
        start("test-worker-0");
        start("test-worker-1");
        print("test-worker-0", "01", "first");
        print("test-worker-1", "01", "not asked for");
        var ending = follow(new Jobs.LogRequest(Optional.empty(), WORKER));
        assertNext("first");
        remove("test-worker-0");
        become("\"phase\": \"Restarting\"");
        var another = follow(new Jobs.LogRequest(Optional.empty(), WORKER));
        KubeCluster.await("both see it does not exist", () -> phases.stream().filter("Restarting"::equals).count() == 2);
        print("test-worker-0", "03", "second");
        start("test-worker-0");
        become("\"phase\": \"Running\"");
        assertNext("second", "second");
        remove("test-worker-0");
        become("\"phase\": \"Succeeded\"");
        assertEquals(Jobs.Result.SUCCEEDED, ending.get(1, TimeUnit.MINUTES).result());
        assertEquals(Jobs.Result.SUCCEEDED, another.get(1, TimeUnit.MINUTES).result());
    }

    @Test
    void aJobThatSucceededAndWasRemovedBetweenTwoLooksHasSucceeded() throws Exception {
        become(RUNNING);
        var looked = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var ending = CompletableFuture.supplyAsync(() -> jobs.await(job, new Jobs.LineSink() {
            @Override
            public void line(String worker, String line) {}

            @Override
            public void news(JobRow row) {
                looked.countDown();
                try {
                    assertTrue(goOn.await(1, TimeUnit.MINUTES));
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }), threads);
        assertTrue(looked.await(1, TimeUnit.MINUTES));
        var events = new LinkedBlockingQueue<String>();
        try (var _ = client.resources(DIJobResource.class).inNamespace(namespace).inform(new ResourceEventHandler<DIJobResource>() {
            @Override
            public void onAdd(DIJobResource object) {}

            @Override
            public void onUpdate(DIJobResource before, DIJobResource after) {}

            @Override
            public void onDelete(DIJobResource object, boolean unknown) {
                events.add("gone");
            }
        })) {
            become("\"phase\": \"Succeeded\", \"conditions\": [{\"type\": \"Succeeded\", \"status\": \"True\", \"message\": \"fine\"}]");
            client.resources(DIJobResource.class).inNamespace(namespace).withName("test").delete();
            assertEquals("gone", events.poll(1, TimeUnit.MINUTES));
        }
        goOn.countDown();
        assertEquals(new Jobs.Ending(job, Jobs.Result.SUCCEEDED, "fine"), ending.get(1, TimeUnit.MINUTES));
    }

    @Test
    void aJobThatIsRemovedBeforeItsEndIsGone() throws Exception {
        become(RUNNING);
        var ending = follow(Jobs.LogRequest.ALL);
        assertEquals("Running", phases.poll(1, TimeUnit.MINUTES));
        client.resources(DIJobResource.class).inNamespace(namespace).withName("test").delete();
        assertEquals(new Jobs.Ending(job, Jobs.Result.GONE, "it was deleted while it was Running"), ending.get(1, TimeUnit.MINUTES));
    }

    /// The pod's watch and the job's are two: nothing says which is quicker.
    @Test
    void whatAWorkerPrintedComesBeforeTheEndOfItsJobAlsoWhenTheWatchOfPodsLags() throws Exception {
        become(RUNNING);
        try (FaultyApi api = new FaultyApi(client.getConfiguration()); KubernetesJobs late = new KubernetesJobs(api.config())) {
            var ending = CompletableFuture.supplyAsync(() -> late.follow(job, Jobs.LogRequest.ALL, this), threads);
            assertEquals("Running", phases.poll(1, TimeUnit.MINUTES));
            api.mute("pods");
            start("test-worker-0");
            print("test-worker-0", "01", "quick");
            end("test-worker-0");
            become("\"phase\": \"Succeeded\"");
            assertEquals(Jobs.Result.SUCCEEDED, ending.get(1, TimeUnit.MINUTES).result());
        }
        assertEquals(List.of("quick"), List.copyOf(lines));
        assertEquals(List.of(), List.copyOf(missed));
    }

    /// As a node does that is busy, or whose container has not quite begun.
    @Test
    void linesThatAreRefusedAreAskedForAgainAfterTheEnd() throws Exception {
        start("test-worker-0");
        print("test-worker-0", "01", "patience");
        end("test-worker-0");
        become("\"phase\": \"Succeeded\"");
        try (FaultyApi api = new FaultyApi(client.getConfiguration()); KubernetesJobs refused = new KubernetesJobs(api.config())) {
            var refusals = new AtomicInteger(3);
            api.script(call -> call.path().endsWith("/log") && refusals.getAndDecrement() > 0 ? NOT_NOW : FaultyApi.FORWARD);
            assertEquals(Jobs.Result.SUCCEEDED, refused.follow(job, Jobs.LogRequest.ALL, this).result());
        }
        assertEquals(List.of("patience"), List.copyOf(lines));
        assertEquals(List.of(), List.copyOf(missed));
    }

    @Test
    void linesThatCannotBeReadAreReportedInTime() throws Exception {
        start("test-worker-0");
        print("test-worker-0", "01", "never seen");
        end("test-worker-0");
        become("\"phase\": \"Succeeded\"");
        try (FaultyApi api = new FaultyApi(client.getConfiguration()); KubernetesJobs refused = new KubernetesJobs(api.config())) {
            api.script(call -> call.path().endsWith("/log") ? NOT_NOW : FaultyApi.FORWARD);
            assertEquals(Jobs.Result.SUCCEEDED, refused.follow(job, Jobs.LogRequest.ALL, this).result());
        }
        assertEquals(List.of(), List.copyOf(lines));
        assertEquals(List.of("the output of test-worker-0 is incomplete: cannot read the output of test-worker-0: not now"),
                List.copyOf(missed));
    }

    @Test
    void aWorkerIsFollowedByItsShortNameBeforeItsPodExists() throws Exception {
        become(RUNNING);
        var ending = follow(new Jobs.LogRequest(Optional.empty(), Optional.of("worker-0")));
        start("test-worker-0");
        print("test-worker-0", "01", "here");
        assertNext("here");
        end("test-worker-0");
        become("\"phase\": \"Succeeded\"");
        assertEquals(Jobs.Result.SUCCEEDED, ending.get(1, TimeUnit.MINUTES).result());
    }

    /// As `cleanPodPolicy` does with workers that still run. The kubelet no longer gives out what they printed.
    @Test
    void linesOfAWorkerThatIsDeletedAtTheEndOfItsJobMayBeMissing() throws Exception {
        become(RUNNING);
        try (FaultyApi api = new FaultyApi(client.getConfiguration()); KubernetesJobs refused = new KubernetesJobs(api.config())) {
            api.script(call -> call.path().endsWith("/log") ? NOT_NOW : FaultyApi.FORWARD);
            var ending = CompletableFuture.supplyAsync(() -> refused.follow(job, Jobs.LogRequest.ALL, this), threads);
            start("test-worker-0");
            print("test-worker-0", "01", "never seen");
            KubeCluster.await("its lines were asked for", () -> api.calls.stream().anyMatch(call -> call.path().endsWith("/log")));
            client.pods().inNamespace(namespace).withName("test-worker-0").withGracePeriod(600).delete();
            end("test-worker-0");
            become("\"phase\": \"Succeeded\"");
            assertEquals(Jobs.Result.SUCCEEDED, ending.get(1, TimeUnit.MINUTES).result());
        } finally {
            client.pods().inNamespace(namespace).withName("test-worker-0").withGracePeriod(0).delete();
        }
        assertEquals(List.of("pod test-worker-0 was deleted at the end of the job: its last lines may be missing"), List.copyOf(missed));
    }

    @Test
    void linesOfAWorkerThatIsRemovedTooSoonAreReported() throws Exception {
        become(RUNNING);
        try (FaultyApi api = new FaultyApi(client.getConfiguration()); KubernetesJobs refused = new KubernetesJobs(api.config())) {
            api.script(call -> call.path().endsWith("/log") ? NOT_NOW : FaultyApi.FORWARD);
            var ending = CompletableFuture.supplyAsync(() -> refused.follow(job, Jobs.LogRequest.ALL, this), threads);
            start("test-worker-0");
            print("test-worker-0", "01", "never seen");
            KubeCluster.await("its lines were asked for", () -> api.calls.stream().anyMatch(call -> call.path().endsWith("/log")));
            remove("test-worker-0");
            become("\"phase\": \"Succeeded\"");
            assertEquals(Jobs.Result.SUCCEEDED, ending.get(1, TimeUnit.MINUTES).result());
        }
        assertEquals(List.of("the output of test-worker-0 is incomplete: its pod was deleted before its last lines were read"),
                List.copyOf(missed));
    }
}
