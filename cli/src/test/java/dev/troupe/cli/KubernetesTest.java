package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.kube.Crds;
import dev.troupe.kube.DIJobResource;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.LogNode;
import dev.troupe.operator.Operator;
import dev.troupe.operator.OperatorSettings;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The commands against a real API server and an operator; what the kubelet would write, the test writes.
final class KubernetesTest {
    /// Not the common pool, which has one thread on two cores, and which the client needs.
    private static final ExecutorService THREADS = Executors.newVirtualThreadPerTaskExecutor();

    private static KubeCluster cluster;

    @TempDir
    Path directory;
    private KubernetesClient client;
    private String namespace;
    private Operator operator;

    @BeforeAll
    static void cluster() {
        cluster = KubeCluster.shared();
        Crds.install(cluster.client());
    }

    @BeforeEach
    void open() {
        client = cluster.client();
        namespace = cluster.namespace();
        operator = Operator.start(OperatorSettings.USUAL.watching(namespace), client);
    }

    @AfterEach
    void close() {
        operator.close();
    }

    private Said troupe(String... args) {
        var all = new ArrayList<>(List.of(args));
        int end = all.indexOf("--");
        all.addAll(end < 0 ? all.size() : end, List.of("--kubeconfig", cluster.kubeconfig().toString(), "--namespace", namespace));
        return Said.by(new Troupe(), all.toArray(String[]::new));
    }

    private Said submit(String yaml, String... more) throws IOException {
        var args = new ArrayList<>(List.of("submit", "-f", Files.writeString(directory.resolve("job.yaml"), yaml).toString()));
        args.addAll(List.of(more));
        return troupe(args.toArray(String[]::new));
    }

    private static final String TASKS = """
            apiVersion: diengine.opendilab.org/v2alpha1
            kind: DIJob
            metadata: {name: %s}
            spec:
              tasks:
              - {type: learner, template: {spec: {containers: [{name: di-container, image: i}]}}}
              - {type: collector, replicas: 2, template: {spec: {containers: [{name: di-container, image: i}]}}}
            """;
    private static final String ELASTIC = """
            apiVersion: diengine.opendilab.org/v2alpha1
            kind: DIJob
            metadata: {name: first}
            spec:
              minReplicas: 2
              maxReplicas: 2
              template: {spec: {containers: [{name: di-container, image: i}]}}
            """;
    private static final String COORDINATED = """
            apiVersion: diengine.opendilab.org/v1alpha1
            kind: DIJob
            metadata: {name: old}
            spec:
              coordinator: {template: {spec: {containers: [{name: coordinator, image: i}]}}}
            """;

    private void awaitPods(String... names) {
        KubeCluster.await("pods " + List.of(names), () -> client.pods().inNamespace(namespace).list().getItems().stream()
                .map(pod -> pod.getMetadata().getName()).collect(Collectors.toSet()).containsAll(List.of(names)));
    }

    private void awaitPhase(String job, String phase) {
        KubeCluster.await(job + " is " + phase, () -> {
            var status = client.resources(DIJobResource.class).inNamespace(namespace).withName(job).get().getStatus();
            return status != null && phase.equals(status.get("phase"));
        });
    }

    private void running(String... pods) {
        for (String pod : pods) {
            status(pod, "Running", "True", "\"running\": {\"startedAt\": \"2026-01-01T12:00:00Z\"}");
        }
    }

    private void ended(int code, String... pods) {
        for (String pod : pods) {
            status(pod, code == 0 ? "Succeeded" : "Failed", "False", "\"running\": null, \"terminated\": {\"exitCode\": " + code
                    + ", \"reason\": \"" + (code == 0 ? "Completed" : "Error") + "\", \"startedAt\": \"2026-01-01T12:00:00Z\"}");
        }
    }

    private void status(String pod, String phase, String ready, String state) {
        String container = client.pods().inNamespace(namespace).withName(pod).get().getSpec().getContainers().getFirst().getName();
        client.pods().inNamespace(namespace).withName(pod).subresource("status").patch(PatchContext.of(PatchType.STRATEGIC_MERGE), """
                {"status": {"phase": "%s", "conditions": [{"type": "Ready", "status": "%s"}], "containerStatuses": [{"name": "%s",
                 "image": "i", "imageID": "i", "ready": %s, "restartCount": 0, "state": {%s}}]}}"""
                .formatted(phase, ready, container, ready.equals("True"), state));
    }

    private static List<String> columns(String line) {
        return List.of(line.strip().split("\\s{2,}", -1));
    }

    @Test
    void jobsOfEachShapeAreSubmittedAndListed() throws IOException {
        var said = submit(TASKS.formatted("pong") + "---\n" + ELASTIC + "---\n" + COORDINATED);
        assertEquals(0, said.exitCode(), said.err());
        assertTrue(said.out().contains("job pong submitted to namespace " + namespace) && said.out().contains("troupe logs -f"),
                said.out());
        awaitPods("pong-learner-0", "pong-collector-0", "pong-collector-1", "first-0-0", "first-0-1", "old-coordinator");
        running("pong-learner-0", "pong-collector-0", "pong-collector-1", "first-0-0", "first-0-1", "old-coordinator");
        awaitPhase("pong", "Running");
        awaitPhase("old", "Running");
        ended(0, "first-0-0", "first-0-1");
        awaitPhase("first", "Succeeded");
        List<String> lines = troupe("get", "jobs").out().lines().toList();
        assertEquals(List.of("NUM", "NAME", "SUCC", "FAIL", "START", "COMP", "ACTIVE", "PHASE"), columns(lines.getFirst()));
        assertEquals(4, lines.size(), lines.toString());
        List<String> pong = columns(lines.stream().filter(line -> line.contains("pong")).findFirst().orElseThrow());
        assertEquals(List.of("0", "0", "<none>", "3", "Running"), List.of(pong.get(2), pong.get(3), pong.get(5), pong.get(6), pong.get(7)));
        assertTrue(lines.stream().anyMatch(line -> line.matches("\\d +first +2 +0 +\\S+Z +\\S+Z +0 +Succeeded")), lines.toString());
        assertTrue(lines.stream().anyMatch(line -> line.matches("\\d +old +0 +0 +\\S+Z +<none> +1 +Running")), lines.toString());

        lines = troupe("get", "workers", "pong").out().lines().toList();
        assertEquals(List.of("NAME", "STATUS", "START", "EXIT_CODE", "NODE", "MSG"), columns(lines.getFirst()));
        assertEquals(List.of("pong-learner-0", "Running", "2026-01-01T12:00:00Z", "<none>", "<none>", "<none>"), columns(lines.get(1)));
        assertEquals(4, lines.size(), "by rank, the learner first");
        String json = troupe("get", "workers", "first", "-o", "json").out();
        assertTrue(json.contains("\"exitCode\": 0") && json.contains("\"rank\": 1"), json);
        assertTrue(troupe("get", "jobs", "-o", "wide").out().contains("all 3 pods are ready"));
        assertTrue(troupe("get", "jobs", "--all-namespaces").out().contains(namespace + "/pong"));
        assertTrue(troupe("get", "jobs", "-o", "yaml").out().contains("- name: pong\n  namespace: " + namespace));
    }

    @Test
    void aLaunchMakesTheJobAndEndsAsItEnds() throws Exception {
        Code.in(directory.resolve("code"), "my.Main");
        var said = CompletableFuture.supplyAsync(() -> troupe("launch", "--workers", "3", "--gpus", "2", "--package",
                directory.resolve("code").toString(), "--main", "my.Main.main", "--topology", "star", "--name", "star", "--", "fast"),
                THREADS);
        awaitPods("star-gpu-0", "star-gpu-1", "star-worker-0");
        for (String name : List.of("star-gpu-0", "star-gpu-1")) {
            assertTrue(container(name).getCommand().containsAll(List.of("--labels", "gpu", "--topology", "star", "fast")));
            assertEquals("1", container(name).getResources().getLimits().get("nvidia.com/gpu").toString());
        }
        assertEquals(List.of("ditask", "--package", "/troupe/code/package.zip", "--main", "my.Main.main", "--parallel-workers", "1",
                "--topology", "star", "--", "fast"), container("star-worker-0").getCommand());
        assertTrue(container("star-worker-0").getResources().getLimits() == null
                || container("star-worker-0").getResources().getLimits().isEmpty());
        assertEquals("2", env("star-worker-0", "DI_RANK").getValue(), "those with a GPU have the first ranks");
        assertEquals(List.of("star-gpu-0", "star-gpu-1"), client.pods().inNamespace(namespace).withLabel("gpu").list().getItems().stream()
                .map(pod -> pod.getMetadata().getName()).sorted().toList());

        Pod pod = client.pods().inNamespace(namespace).withName("star-worker-0").get();
        String map = pod.getSpec().getVolumes().stream().filter(volume -> volume.getName().equals("troupe-code")).findFirst().orElseThrow()
                .getConfigMap().getName();
        ConfigMap code = client.configMaps().inNamespace(namespace).withName(map).get();
        try (var zip = new ZipInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(code.getBinaryData().get("package.zip"))))) {
            assertEquals("my/Main.class", zip.getNextEntry().getName());
        }
        KubeCluster.await("the code belongs to the job", () -> client.configMaps().inNamespace(namespace).withName(map).get().getMetadata()
                .getOwnerReferences().stream().anyMatch(owner -> owner.getName().equals("star")));
        String token = env("star-gpu-0", "TROUPE_TOKEN").getValueFrom().getSecretKeyRef().getName();
        assertNotNull(client.secrets().inNamespace(namespace).withName(token).get().getData().get("token"));

        running("star-gpu-0", "star-gpu-1", "star-worker-0");
        awaitPhase("star", "Running");
        ended(0, "star-gpu-0", "star-gpu-1", "star-worker-0");
        assertEquals(0, said.join().exitCode(), said.join().toString());
        assertTrue(said.join().err().contains("job star is Running: all 3 pods are ready"), said.join().err());
        assertTrue(said.join().err().endsWith("job star succeeded: all 3 pods succeeded" + System.lineSeparator()), said.join().err());
    }

    @Test
    void codeTooLargeForAConfigMapNeedsTheServer() throws IOException {
        byte[] noise = new byte[1_000_000];
        new java.util.Random(1).nextBytes(noise);
        Path code = Code.in(directory.resolve("big"), "Main");
        Files.write(code.resolve("model.bin"), noise);
        var said = troupe("launch", "--package", code.toString(), "--name", "big");
        assertEquals(1, said.exitCode());
        assertTrue(said.err().contains(" bytes is more than a config map holds (900,000)")
                && said.err().contains("di-server of namespace di-system"), said.err());
        assertTrue(client.configMaps().inNamespace(namespace).list().getItems().stream()
                .noneMatch(map -> map.getMetadata().getName().startsWith("big-")), "nothing is left behind");
    }

    @Test
    void whoDetachesIsToldHowToComeBack() throws IOException {
        Code.in(directory, "Main");
        var said = troupe("launch", "--package", directory.toString(), "--name", "alone", "--detach");
        assertEquals(0, said.exitCode(), said.err());
        assertTrue(said.err().contains("follow it with: troupe logs -f") && said.err().contains("end it with: troupe kill"), said.err());
        awaitPods("alone-worker-0");
    }

    @Test
    void aFailedJobIsExitCodeOne() throws IOException {
        var said = CompletableFuture.supplyAsync(() -> {
            try {
                return submit(ELASTIC.replace("spec:\n", "spec:\n  backoffLimit: 0\n"), "--wait");
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }, THREADS);
        awaitPods("first-0-0", "first-0-1");
        ended(3, "first-0-1");
        assertEquals(1, said.join().exitCode(), said.join().toString());
        assertTrue(said.join().err().contains("job first failed: ") && said.join().err().contains("exit code 3")
                && said.join().err().contains("see troupe describe job"), said.join().err());
        assertTrue(troupe("get", "jobs").out().matches("(?s).*\\d +first +0 +1 +\\S+Z +\\S+Z +0 +Failed\\s*"),
                "the other one is not active any more");
    }

    @Test
    void severalJobsOfAFileAreWaitedForTogether() throws IOException {
        var said = CompletableFuture.supplyAsync(() -> {
            try {
                return submit(
                        ELASTIC + "---\n"
                                + TASKS.formatted("pong").replace("spec:\n  tasks", "spec:\n  ttlSecondsAfterFinished: 0\n  tasks"),
                        "--wait");
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }, THREADS);
        awaitPods("first-0-0", "first-0-1", "pong-learner-0", "pong-collector-0", "pong-collector-1");
        awaitPhase("pong", "Starting");
        ended(0, "pong-learner-0", "pong-collector-0", "pong-collector-1");
        KubeCluster.await("the second is gone",
                () -> client.resources(DIJobResource.class).inNamespace(namespace).withName("pong").get() == null);
        ended(0, "first-0-0", "first-0-1");
        assertEquals(0, said.join().exitCode(), said.join().toString());
        assertTrue(said.join().err().contains("job pong succeeded") && said.join().err().contains("job first succeeded"),
                said.join().err());
    }

    /// Typed as it is printed it is about the same job, wherever the kubeconfig is at home.
    @Test
    void whatToTypeNextNamesTheNamespaceOfTheJob() throws IOException {
        submit(TASKS.formatted("pong"));
        awaitPods("pong-learner-0", "pong-collector-0", "pong-collector-1");
        Said missing = Said.by(new Troupe(), "get", "workers", namespace + "/ping", "--kubeconfig", cluster.kubeconfig().toString());
        assertTrue(missing.err().contains("there is no job ping in namespace " + namespace + ": troupe get jobs --namespace " + namespace
                + " lists them"), missing.err());
        Said early = Said.by(new Troupe(), "logs", namespace + "/pong", "--kubeconfig", cluster.kubeconfig().toString());
        assertTrue(early.err().contains("no worker of job pong has started")
                && early.err().contains("see troupe describe job " + namespace + "/pong"), early.err());
    }

    @Test
    void aKilledJobStaysUntilItIsRemoved() throws IOException {
        cluster.assumeGarbageCollection();
        submit(TASKS.formatted("pong"));
        awaitPods("pong-learner-0", "pong-collector-0", "pong-collector-1");
        var follower = CompletableFuture.supplyAsync(() -> troupe("logs", "-f", "pong"), THREADS);
        assertTrue(troupe("kill", "pong").out().startsWith("job pong is ending; its workers: troupe get workers"));
        KubeCluster.await("killed", () -> troupe("get", "jobs").out().matches("(?s).*pong .*Killed\\s*"));
        assertTrue(follower.join().err().contains("job pong has ended: killed"), follower.join().err());
        assertTrue(troupe("get", "jobs").out().matches("(?s).*\\R0 +pong +0 +0 +\\S+Z +\\S+Z +0 +Killed\\s*"), "it began and ended");
        var taken = submit(TASKS.formatted("pong"));
        assertEquals(1, taken.exitCode());
        assertTrue(
                taken.err().contains("already has a job pong (Killed)") && taken.err().contains("troupe kill --rm " + namespace + "/pong"),
                taken.err());
        assertTrue(troupe("kill", "pong").out().contains("has ended already (Killed)"));
        assertEquals(0, troupe("kill", "--rm", "pong").exitCode());
        KubeCluster.await("gone", () -> troupe("describe", "job", "pong").exitCode() == 1);
        assertTrue(troupe("describe", "job", "pong").err().contains("there is no job pong in namespace " + namespace));
        assertEquals(0, submit(TASKS.formatted("pong")).exitCode(), "the name is free");
        awaitPods("pong-learner-0", "pong-collector-0", "pong-collector-1");
        var slow = client.pods().inNamespace(namespace).withName("pong-learner-0");
        slow.edit(pod -> new PodBuilder(pod).editMetadata().addToFinalizers("troupe.test/slow").endMetadata().build());
        assertEquals(0, troupe("kill", "--rm", "pong").exitCode());
        KubeCluster.await("it is leaving", () -> slow.get().getMetadata().getDeletionTimestamp() != null);
        taken = submit(TASKS.formatted("pong"));
        assertEquals(1, taken.exitCode());
        assertTrue(taken.err().matches("troupe submit: the previous job pong is still being removed: its workers have until \\S+Z to end; "
                + "then the name is free\\R"), taken.err());
        slow.edit(pod -> new PodBuilder(pod).editMetadata().withFinalizers().endMetadata().build());
    }

    @Test
    void everythingAboutAJobIsTold() throws IOException {
        submit(TASKS.formatted("pong"));
        awaitPods("pong-learner-0", "pong-collector-0", "pong-collector-1");
        client.pods().inNamespace(namespace).withName("pong-learner-0").subresource("status")
                .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), """
                        {"status": {"conditions": [{"type": "PodScheduled", "status": "False", "reason": "Unschedulable",
                         "message": "0/1 nodes are available: 1 Insufficient cpu."}]}}""");
        KubeCluster.await("its events", () -> troupe("describe", "job", "pong").out().contains("created pod pong-learner-0"));
        String told = troupe("describe", "job", "pong").out();
        for (String part : List.of("Name:      pong", "Phase:     Starting: all 3 pods are created",
                "1 worker has no node: 0/1 nodes are available: 1 Insufficient cpu.", "Conditions:", "JobPending", "pong-collector-1",
                "  tasks:\n")) {
            assertTrue(told.contains(part), part + " in " + told);
        }
        assertTrue(told.indexOf("JobPending") < told.indexOf("JobStarting"), told);
        assertTrue(troupe("describe", "job", "pong", "-o", "yaml").out().contains("kind: DIJob"));
        assertEquals(2, troupe("describe", "job", "pong", "-o", "wide").exitCode(), "there is nothing wider");
        var logs = troupe("logs", "pong");
        assertEquals(1, logs.exitCode());
        assertTrue(logs.err().contains("no worker of job pong has started: pong-learner-0 is Pending"), logs.err());
        assertTrue(troupe("logs", "-w", "x", "pong").err().contains("job pong has no worker x: it has pong-learner-0, pong-collector-0"));
        assertTrue(troupe("get", "workers", "ping").err().contains("there is no job ping"));
    }

    @Test
    void whatWorkersPrintIsReadAndFollowedOverARestartAndAfterTheEnd() throws Exception {
        try (var node = new LogNode(cluster)) {
            submit(TASKS.formatted("pong").replace("spec: {containers", "spec: {nodeName: " + node.name()
                    + ", terminationGracePeriodSeconds: 0, containers"));
            awaitPods("pong-learner-0", "pong-collector-0", "pong-collector-1");
            node.print(namespace, "pong-learner-0", "2026-01-01T12:00:01Z", "one");
            node.print(namespace, "pong-learner-0", "2026-01-01T12:00:01Z", "two");
            node.print(namespace, "pong-collector-0", "2026-01-01T12:00:00Z", "other");
            running("pong-learner-0", "pong-collector-0", "pong-collector-1");
            assertEquals(List.of("==> pong-learner-0 <==", "one", "two", "", "==> pong-collector-0 <==", "other"),
                    troupe("logs", "pong").out().lines().toList());
            assertEquals(List.of("two"), troupe("logs", "-n", "1", "-w", "pong-learner-0", "pong").out().lines().toList());

            var follower = CompletableFuture.supplyAsync(() -> troupe("logs", "-f", "-w", "pong-learner-0", "pong"), THREADS);
            KubeCluster.await("it is followed", () -> node.asked().stream().anyMatch(query -> query.contains("follow=true")));
            String uid = client.pods().inNamespace(namespace).withName("pong-learner-0").get().getMetadata().getUid();
            ended(3, "pong-learner-0");
            node.forget(namespace, "pong-learner-0");
            KubeCluster.await("another", () -> Optional.ofNullable(client.pods().inNamespace(namespace).withName("pong-learner-0").get())
                    .filter(pod -> !pod.getMetadata().getUid().equals(uid)).isPresent());
            node.print(namespace, "pong-learner-0", "2026-01-01T12:00:00Z", "again");
            running("pong-learner-0");
            ended(0, "pong-learner-0", "pong-collector-0", "pong-collector-1");
            node.end(namespace, "pong-learner-0");
            assertEquals(List.of("one", "two", "again"), follower.join().out().lines().toList());
            assertTrue(follower.join().err().contains("job pong has ended: succeeded"), follower.join().err());
            assertEquals(List.of("again"), troupe("logs", "-w", "pong-learner-0", "pong").out().lines().toList(), "after its end");
        }
    }

    private io.fabric8.kubernetes.api.model.Container container(String pod) {
        return client.pods().inNamespace(namespace).withName(pod).get().getSpec().getContainers().getFirst();
    }

    private EnvVar env(String pod, String name) {
        return container(pod).getEnv().stream().filter(one -> one.getName().equals(name)).findFirst().orElseThrow();
    }
}
