package dev.troupe.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.kube.Original;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// From DI-orchestrator to this operator while pods run that it has started. Everything is as its version 1.1.3 leaves it, but that its own
/// programs, which cannot run here, only sleep.
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class MigratedPodsTest {
    private static final String OURS = "app.kubernetes.io/name=di-operator";
    @TempDir
    private Path memory;
    private KubeNode node;

    @BeforeEach
    void install() throws Exception {
        node = KubeNode.bare(ImageFile.made());
        node.create(Original.DEFINITION);
        node.kubectl("wait", "--for=condition=Established", "crd/dijobs.diengine.opendilab.org");
        node.kubectl("create", "namespace", "di-system");
        node.send(Original.installation("image: 'troupe:latest', imagePullPolicy: IfNotPresent, command: [sleep, '1000']"), "create",
                "-n", "di-system");
        node.kubectl("-n", "di-system", "rollout", "status", "deployment/di-operator", "--timeout=100s");
    }

    @AfterEach
    void stop() {
        if (node != null) node.close();
    }

    /// By the commands of the guide.
    @Test
    void aJobGoesOnWithItsPodsAndNewOnesAreRun() throws Exception {
        var pods = List.of("theirs-learner-0", "theirs-collector-0", "theirs-collector-1");
        startTheirs();
        var before = states(pods);

        node.send(node.manifests(), "apply");
        node.await("CrashLoopBackOff"::equals, "get", "pods", "-n", "di-system", "-l", OURS, "-o",
                "jsonpath={.items[*].status.containerStatuses[*].state.waiting.reason}");
        var said = node.kubectl("logs", "-n", "di-system", "-l", OURS);
        assertTrue(said.contains("DI-orchestrator runs in the pod di-system/di-operator-"), said);
        assertEquals(before, states(pods), "nobody touches them");
        node.kubectl("-n", "di-system", "delete", "deployment", "di-operator", "di-server");
        node.kubectl("-n", "di-system", "rollout", "restart", "deployment", "troupe-operator");
        node.awaitOperator();

        node.await(events -> events.contains("TakenOn"), "get", "events", "--field-selector", "involvedObject.name=theirs", "-o",
                "jsonpath={.items[*].reason}");
        node.create(JobText.of("ours", JobText.task("worker", "'true'", "")));
        assertEquals("Succeeded", node.ended("ours"));
        assertEquals(before, states(pods), "they are as they were while ours has come and gone");
        node.awaitRunning("theirs", 3);
        Files.createFile(memory.resolve("go"));
        assertEquals("Succeeded", node.ended("theirs"), () -> node.logs("theirs-learner-0"));
        assertEquals("rank 2", node.logs("theirs-collector-1").strip());
        assertEquals(before, states(pods), "none was replaced");
        node.await(name -> name.startsWith("troupe-operator-"), "get", "endpoints", "di-server", "-n", "di-system", "-o",
                "jsonpath={.subsets[*].addresses[*].targetRef.name}");
    }

    /// Which pods these are, and how often their containers were started again.
    private List<String> states(List<String> pods) throws IOException {
        return node.kubectl("get", "pods", "-o",
                "jsonpath={range .items[*]}{.metadata.name} {.metadata.uid} {.status.containerStatuses[*].restartCount}{\"\\n\"}{end}")
                .lines().filter(line -> pods.contains(line.split(" ", 2)[0])).toList();
    }

    private void startTheirs() throws IOException {
        node.create("""
                apiVersion: diengine.opendilab.org/v2alpha1
                kind: DIJob
                metadata: {name: theirs}
                spec:
                  tasks:
                  - {type: learner, name: learner, replicas: 1, template: {spec: %1$s}}
                  - {type: collector, name: collector, replicas: 2, template: {spec: %1$s}}
                """.formatted(program("")));
        var job = node.kubectl("get", "dijob", "theirs", "-o", "jsonpath={.metadata.uid}");
        node.create("""
                apiVersion: v1
                kind: Service
                metadata: {name: di-theirs, labels: {diengine/operator: di-operator, diengine/job: theirs}, %s}
                spec:
                  clusterIP: None
                  selector: {diengine/operator: di-operator, diengine/job: theirs}
                  ports: [{name: di-port, port: 22270}]
                """.formatted(owner(job)));
        startPod(job, "learner", 0, 0);
        startPod(job, "collector", 0, 1);
        startPod(job, "collector", 1, 2);
        node.await("Running Running Running"::equals, "get", "pods", "-o", "jsonpath={.items[*].status.phase}");
        var running = node.kubectl("get", "dijob", "theirs", "-o", "json").strip().replaceFirst("}$", """
                , "status": {"phase": "Running", "replicas": 3, "readyReplicas": 3,
                  "taskStatus": {"learner": {"Running": 1}, "collector": {"Running": 2}},
                  "conditions": [{"type": "Running", "status": "True", "reason": "JobRunning", "message": "all pods are ready",
                    "lastUpdateTime": "2026-01-01T00:00:00Z", "lastTransitionTime": "2026-01-01T00:00:00Z"}]}}""");
        node.send(running, "replace", "--raw", "/apis/diengine.opendilab.org/v2alpha1/namespaces/default/dijobs/theirs/status");
    }

    /// Its pods are told ranks by annotations, and not of which template they are.
    private void startPod(String job, String task, int index, int rank) throws IOException {
        node.create("""
                apiVersion: v1
                kind: Pod
                metadata:
                  name: &name theirs-%1$s-%2$d
                  labels: {diengine/operator: di-operator, diengine/job: theirs, diengine/task-type: %1$s, diengine/task-name: %1$s,
                    diengine/pod: *name}
                  annotations: {diengine/replicas: "3", diengine/rank: "%3$d", diengine/task-rank: "%2$d", diengine/node: ""}
                  %4$s
                spec: %5$s
                """.formatted(task, index, rank, owner(job),
                program(", restartPolicy: Never, hostname: theirs-%s-%d, subdomain: di-theirs".formatted(task, index)).replace("env: []",
                        "env: [{name: DI_RANK, value: '" + rank + "'}]")));
    }

    private static String owner(String job) {
        return "ownerReferences: [{apiVersion: diengine.opendilab.org/v2alpha1, kind: DIJob, name: theirs, uid: " + job
                + ", controller: true, blockOwnerDeletion: true}]";
    }

    /// Works until the file `go` is there.
    private String program(String more) {
        return """
                {volumes: [{name: memory, hostPath: {path: "%s"}}], containers: [{name: di-container, image: "troupe:latest", imagePullPolicy: IfNotPresent,
                    command: [/bin/bash, -c, "echo rank $DI_RANK; until [[ -e /memory/go ]]; do sleep 0.2; done"], env: [],
                    volumeMounts: [{name: memory, mountPath: /memory}]}]%s}"""
                .formatted(memory, more);
    }
}
