package dev.troupe.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// DIJobs whose pods are processes, in our own image.
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class RealPodsTest {
    private static KubeNode node;

    @BeforeAll
    static void start() throws Exception {
        node = KubeNode.start(ImageFile.made());
    }

    @AfterAll
    static void stop() {
        if (node != null) node.close();
    }

    @Test
    void threePodsWithTheSeedsCommandLineAreSixProcessesThatMeet() throws Exception {
        node.create("""
                apiVersion: diengine.opendilab.org/v2alpha1
                kind: DIJob
                metadata: {name: six}
                spec:
                  cleanPodPolicy: None
                  tasks:
                  - name: worker
                    type: none
                    replicas: 3
                    template:
                      spec:
                        containers:
                        - name: di-container
                          image: troupe:latest
                          imagePullPolicy: IfNotPresent
                          command: [/bin/bash, -c]
                          args:
                          - |
                            env | grep ^DI_ | sort
                            ditask --package /programs --main dev.troupe.systemtests.Programs.inPod --parallel-workers 2
                          volumeMounts: [{name: programs, mountPath: /programs, readOnly: true}]
                        volumes: [{name: programs, hostPath: {path: "%s"}}]
                """.formatted(Ditask.PROGRAMS));
        assertEquals("Succeeded", node.await(phase -> phase.matches("Succeeded|Failed"), "get", "dijob", "six", "-o",
                "jsonpath={.status.phase}"), () -> logs("six-worker-0"));
        var nodes = IntStream.range(0, 3).mapToObj(rank -> "six-worker-" + rank + ".di-six.default.svc.cluster.local").toList();
        var met = new TreeSet<String>();
        for (int rank = 0; rank < 3; rank++) {
            var log = logs("six-worker-" + rank);
            assertTrue(log.contains("\nDI_RANK=" + rank + "\n"), log);
            assertTrue(log.contains("\nDI_NODES=" + String.join(",", nodes) + "\n"), log);
            assertTrue(log.contains("\nDI_WORKER_NODES=" + String.join(",", nodes) + "\n"), log);
            assertTrue(log.contains("DI_JOB_ID=default/six\n"), log);
            assertTrue(log.contains("\nDI_SERVER_URL="), log);
            Pattern.compile("node .*").matcher(log).results().forEach(line -> met.add(line.group()));
        }
        assertEquals(IntStream.range(0, 6).mapToObj(self -> "node " + self + " in six-worker-" + self / 2 + " met "
                + IntStream.range(0, 6).filter(other -> other != self).boxed().toList()).toList(), List.copyOf(met));
    }

    @Test
    void oneCommandMakesAndFollowsAStarWithGpus() throws Exception {
        var said = node.said(Shell.ROOT.resolve("bin/troupe").toString(), "launch", "--workers", "3", "--gpus", "2", "--package",
                Ditask.PROGRAMS.toString(), "--main", "dev.troupe.systemtests.Programs.launched", "--topology", "star", "--name", "star");
        for (var line : List.of("node 0 labels [distributed, gpu, node.0] met [1, 2]", "node 1 labels [distributed, gpu, node.1] met [0]",
                "node 2 labels [distributed, node.2] met [0]")) {
            assertTrue(said.contains(line), said);
        }
        assertEquals("star-gpu-0 1,star-gpu-1 1,star-worker-0 ,", node.kubectl("get", "pods", "-l", "diengine/job=star", "-o",
                "jsonpath={range .items[*]}{.metadata.name} {.spec.containers[0].resources.limits.nvidia\\.com/gpu},{end}"));
    }

    @Test
    void aJobGrowsAndShrinksAndItsPodsKeepTheirRanks() throws Exception {
        node.create(
                """
                        apiVersion: diengine.opendilab.org/v2alpha1
                        kind: DIJob
                        metadata: {name: elastic}
                        spec:
                          tasks:
                          - {name: first, type: none, replicas: 1, template: &idle {spec: {terminationGracePeriodSeconds: 1, containers: [
                              {name: di-container, image: "troupe:latest", imagePullPolicy: IfNotPresent, command: [/bin/bash, -c, "echo $DI_RANK $DI_NODES; sleep 1000"]}]}}}
                          - {name: second, type: none, replicas: 2, template: *idle}
                        """);
        awaitRunning("elastic", 3);
        assertEquals("0 elastic-first-0,elastic-second-0,elastic-second-1", seenBy("elastic-first-0"));
        var before = uid("elastic-second-0");

        scale(0, 2);
        awaitRunning("elastic", 4);
        assertEquals("3 elastic-first-0,elastic-second-0,elastic-second-1,elastic-first-1", seenBy("elastic-first-1"));
        scale(1, 1);
        awaitRunning("elastic", 3);
        // Its rank is its own until it has gone.
        node.await(pods -> !pods.contains("elastic-second-1"), "get", "pods", "-l", "diengine/job=elastic", "-o", "name");
        scale(0, 3);
        awaitRunning("elastic", 4);
        assertEquals("2 elastic-first-0,elastic-second-0,elastic-first-2,elastic-first-1", seenBy("elastic-first-2"));
        assertEquals(before, uid("elastic-second-0"));
        node.kubectl("delete", "dijob", "elastic");
        node.await(String::isEmpty, "get", "pods", "-l", "diengine/job=elastic", "-o", "name");
    }

    private static void scale(int task, int replicas) throws Exception {
        node.kubectl("patch", "dijob", "elastic", "--type=json", "-p",
                "[{\"op\":\"replace\",\"path\":\"/spec/tasks/" + task + "/replicas\",\"value\":" + replicas + "}]");
    }

    private static void awaitRunning(String job, int pods) throws Exception {
        node.await(("Running " + pods + " " + pods)::equals, "get", "dijob", job, "-o",
                "jsonpath={.status.phase} {.status.readyReplicas} {.status.replicas}");
    }

    /// Its rank and the pods of the job, as it was told at its start.
    private static String seenBy(String pod) throws Exception {
        return node.await(log -> log.endsWith("\n"), "logs", pod).strip().replaceAll("\\.di-[a-z.-]*local", "");
    }

    private static String uid(String pod) throws Exception {
        return node.kubectl("get", "pod", pod, "-o", "jsonpath={.metadata.uid}");
    }

    private static String logs(String pod) {
        try {
            return node.kubectl("logs", pod);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
