package dev.troupe.systemtests;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

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

    /// The guide's own file: only the image, what a pod asks for and the program are others, and a volume has the program.
    @Test
    void threePodsWithTheGuidesCommandLineAreSixProcessesThatMeet() throws Exception {
        var line = "ditask --package /programs --main dev.troupe.systemtests.Programs.inPod --parallel-workers 2";
        node.create(withPrograms(example("dijob.yaml"), "/programs").replaceFirst("cpu: 6", "cpu: 100m").replace("cpu: 6", "cpu: 2")
                .replace("10Gi", "1Gi").replace("ditask --package my_module --main my_module.main --parallel-workers 2", line));
        assertEquals("Succeeded", node.ended("test"), () -> node.logs("test-0-0"));
        assertEquals(line, node.kubectl("get", "pod", "test-0-2", "-o", "jsonpath={.spec.containers[0].args[0]}").strip());
        var met = new TreeSet<String>();
        for (int rank = 0; rank < 3; rank++) {
            Pattern.compile("node \\d+ in .* met .*").matcher(node.logs("test-0-" + rank)).results().forEach(said -> met.add(said.group()));
        }
        assertEquals(IntStream.range(0, 6).mapToObj(self -> "node " + self + " in test-0-" + self / 2 + " met "
                + IntStream.range(0, 6).filter(other -> other != self).boxed().toList()).toList(), List.copyOf(met));
    }

    /// It asks as soon as it starts, without a token, and reaches the collector by the name it is told.
    @Test
    void theGuidesCoordinatorAsksTheServerForACollectorAndGetsIt() throws Exception {
        node.create(
                withPrograms(example("dijob-qbert.yaml"), "/ding").replaceAll("ding -m dist --module config .*\n.*", java("coordinator"))
                        .replaceAll("ding -m dist --module collector [^\"]*", java("collector")));
        assertEquals("Succeeded", node.ended("qbert-dqn"), () -> node.logs("qbert-dqn-coordinator"));
        var said = node.logs("qbert-dqn-coordinator");
        assertTrue(Pattern.compile("(qbert-dqn-collector-\\w+)\\.default:22270 says: I am \\1").matcher(said).find(), said);
    }

    /// Its coordinator has no token that it could send, so the server knows it by the address of its pod.
    @Test
    void aClientOfTheOriginalIsServedForItsOwnJobAndRefusedForAnother() throws Exception {
        node.create(JobText.coordinated("neighbour", "sleep, '1000'"));
        node.await("Running"::equals, "get", "pod", "neighbour-coordinator", "--ignore-not-found", "-o", "jsonpath={.status.phase}");
        node.create(JobText.coordinated("elder",
                "java, -cp, /programs, " + OriginalCoordinator.class.getName() + ", $(KUBERNETES_SERVER_URL), neighbour-coordinator"));
        assertEquals("Succeeded", node.ended("elder"), () -> node.logs("elder-coordinator"));
        var said = node.logs("elder-coordinator");
        var asked = Pattern.compile("asked for 2: 200 (elder-collector-\\w+) (elder-collector-\\w+)\nhas: \\1 \\2\n").matcher(said);
        assertTrue(asked.find(), said);
        for (int i = 1; i <= 2; i++) assertTrue(said.contains(asked.group(i) + " says: I am " + asked.group(i)), said);
        assertTrue(said.contains("for the neighbour: 403\nof the neighbour: 403\n"), said);
        assertEquals("neighbour-coordinator",
                node.kubectl("get", "pods", "-l", "diengine/job=neighbour", "-o", "jsonpath={.items[*].metadata.name}"));
        node.kubectl("delete", "dijob", "neighbour");
        assertEquals("8081 8081",
                node.kubectl("get", "endpoints", "di-server", "-n", "di-system", "-o", "jsonpath={.subsets[*].ports[*].port}"),
                "the same server is behind both ports of the service, 8080 and 8081");
    }

    @Test
    void codeTooLargeForAConfigMapIsFetchedByThePods(@TempDir Path code, @TempDir Path home) throws Exception {
        try (var classes = Files.walk(Ditask.PROGRAMS)) {
            for (var file : classes.filter(one -> one.getFileName().toString().startsWith("Programs")).toList()) {
                var copy = code.resolve(Ditask.PROGRAMS.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        var noise = new byte[2_000_000];
        new Random(1).nextBytes(noise);
        Files.write(code.resolve("noise"), noise);
        var said = node.said(Shell.ROOT.resolve("bin/troupe").toString(), "launch", "--package", code.toString(), "--main",
                "dev.troupe.systemtests.Programs.carried", "--name", "large", "--kubeconfig", user(home).toString());
        assertTrue(said.contains("noise has 2000000 bytes, hash " + Arrays.hashCode(noise)), said);
        assertEquals("troupe-fetch 0", node.kubectl("get", "pod", "large-worker-0", "-o",
                "jsonpath={.status.initContainerStatuses[*].name} {.status.initContainerStatuses[*].state.terminated.exitCode}"));
        assertEquals("", node.kubectl("get", "configmap", "-l", "diengine/job=large", "-o", "name"));
    }

    /// Somebody who may do what `deploy/di-user.yaml` says, and nothing else.
    private static Path user(Path home) throws Exception {
        node.kubectl("apply", "-f", Shell.ROOT.resolve("deploy/di-user.yaml").toString());
        node.kubectl("create", "serviceaccount", "ada");
        node.kubectl("create", "rolebinding", "ada", "--clusterrole=di-user", "--serviceaccount=default:ada");
        node.kubectl("create", "rolebinding", "ada", "-n", "di-system", "--role=di-user-code", "--serviceaccount=default:ada");
        var secret = node.await(name -> !name.isEmpty(), "get", "serviceaccount", "ada", "-o", "jsonpath={.secrets[0].name}");
        var token = Base64.getDecoder().decode(node.kubectl("get", "secret", secret, "-o", "jsonpath={.data.token}"));
        return Files.writeString(home.resolve("kubeconfig"), node.kubeconfig(new String(token, US_ASCII)));
    }

    @Test
    void aPodThatFailsIsStartedAgainWithItsRank(@TempDir Path memory) throws Exception {
        node.create(
                """
                        apiVersion: diengine.opendilab.org/v2alpha1
                        kind: DIJob
                        metadata: {name: unlucky}
                        spec:
                          backoffLimit: 1
                          volumes: [{name: memory, hostPath: {path: "%s"}}]
                          tasks:
                          - {name: worker, type: none, replicas: 2, template: {spec: {containers: [
                              {name: di-container, image: "troupe:latest", imagePullPolicy: IfNotPresent, command: [/bin/bash, -c], args: ["
                                echo rank $DI_RANK;
                                [[ $DI_RANK == 1 ]] || until [[ -e /memory/good ]]; do sleep 0.2; done;
                                [[ $DI_RANK == 0 ]] || [[ -e /memory/bad ]] || { touch /memory/bad; exit 3; };
                                touch /memory/good"],
                               volumeMounts: [{name: memory, mountPath: /memory}]}]}}}
                        """.formatted(memory));
        assertEquals("Succeeded", node.ended("unlucky"));
        assertEquals("rank 1", node.logs("unlucky-worker-1").strip());
        assertEquals("1 pod unlucky-worker-1 failed with exit code 3: restart 1 of 1; it said: rank 1",
                node.kubectl("get", "dijob", "unlucky", "-o",
                        "jsonpath={.status.restarts} {.status.conditions[?(@.type==\"Restarting\")].message}"));
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

    /// The GPUs are taken at first. The pod without one waits for longer than its workers have to connect, and nothing is restarted.
    @Test
    void aPodWaitsForThoseThatFindNoNode() throws Exception {
        holdGpus();
        var ditask = "ditask, --package, /programs, --main, dev.troupe.systemtests.Programs.inPod, --parallel-workers, '2', "
                + "--connect-timeout, '20'";
        node.create(JobText.of("patient",
                JobText.task("gpu", ditask, ", resources: {limits: {nvidia.com/gpu: 1}}") + JobText.task("worker", ditask, "")));
        node.await(started -> !started.isEmpty() && Instant.parse(started).plusSeconds(25).isBefore(Instant.now()), "get", "pod",
                "patient-worker-0", "--ignore-not-found", "-o", "jsonpath={.status.containerStatuses[*].state.running.startedAt}");
        assertTrue(node.logs("patient-worker-0").contains("ditask: waiting until all pods of job default/patient run"),
                () -> node.logs("patient-worker-0"));
        node.kubectl("delete", "dijob", "holder");
        assertEquals("Succeeded", node.ended("patient"), () -> node.logs("patient-worker-0"));
        assertTrue(node.logs("patient-worker-0").contains("node 2 in patient-worker-0 met [0, 1, 3]"), () -> node.logs("patient-worker-0"));
    }

    /// All that the node has, by one job.
    private static void holdGpus() throws IOException {
        node.create(JobText.of("holder", JobText.task("gpu", "sleep, '1000'", ", resources: {limits: {nvidia.com/gpu: 2}}")));
        node.awaitRunning("holder", 1);
    }

    @Test
    void aGangIsCreatedWhenAllItsPodsFindANode() throws Exception {
        holdGpus();
        var tasks = JobText.task("gpu", "'true'", ", resources: {limits: {nvidia.com/gpu: 1}}") + JobText.task("worker", "'true'", "");
        node.create(JobText.of("gang", tasks).replace("  tasks:", "  gang: true\n  tasks:"));
        node.await(events -> events.contains("GangWaits"), "get", "events", "--field-selector", "involvedObject.name=gang", "-o",
                "jsonpath={.items[*].reason}");
        assertEquals("", node.kubectl("get", "pods", "-l", "diengine/job=gang", "-o", "name"));
        node.kubectl("delete", "dijob", "holder");
        assertEquals("Succeeded", node.ended("gang"));
    }

    /// Plugins keep the networks of pods where a machine has those of all its users.
    @Test
    void theNodeLeavesNoFilesOutsideItsFolder() throws Exception {
        var networks = node.names("/run/netns");
        assertTrue(networks.stream().anyMatch(name -> name.startsWith("cni-")), "that of the operator's pod: " + networks);
        assertTrue(networks.stream().noneMatch(name -> Files.exists(Path.of("/run/netns", name))), networks::toString);
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
        node.awaitRunning("elastic", 3);
        assertEquals("0 elastic-first-0,elastic-second-0,elastic-second-1", seenBy("elastic-first-0"));
        var before = node.uid("elastic-second-0");

        scale(0, 2);
        node.awaitRunning("elastic", 4);
        assertEquals("3 elastic-first-0,elastic-second-0,elastic-second-1,elastic-first-1", seenBy("elastic-first-1"));
        scale(1, 1);
        node.awaitRunning("elastic", 3);
        // Its rank is its own until it has gone.
        node.await(pods -> !pods.contains("elastic-second-1"), "get", "pods", "-l", "diengine/job=elastic", "-o", "name");
        scale(0, 3);
        node.awaitRunning("elastic", 4);
        assertEquals("2 elastic-first-0,elastic-second-0,elastic-first-2,elastic-first-1", seenBy("elastic-first-2"));
        assertEquals(before, node.uid("elastic-second-0"));
        node.kubectl("delete", "dijob", "elastic");
        node.await(String::isEmpty, "get", "pods", "-l", "diengine/job=elastic", "-o", "name");
    }

    private static String example(String name) throws IOException {
        return Files.readString(Shell.ROOT.resolve("examples/dijob", name));
    }

    /// With our image and our programs: in the folder it mounts already, or in one more.
    private static String withPrograms(String job, String folder) {
        var here = job.replaceAll("( +)image: .*\n( +imagePullPolicy: .*\n)?", "$1image: troupe:latest\n$1imagePullPolicy: IfNotPresent\n");
        if (here.contains("mountPath: " + folder)) return here.replace("/data/nfs/ding/qbert", Ditask.PROGRAMS.toString());
        return here.replaceFirst("( +)resources:\n", "$1volumeMounts: [{name: programs, mountPath: " + folder + "}]\n$0")
                .replaceFirst("( +)template:\n", "$1volumes: [{name: programs, hostPath: {path: " + Ditask.PROGRAMS + "}}]\n$0");
    }

    private static String java(String role) {
        return "java -cp /ding " + CoordinatedPods.class.getName() + " " + role;
    }

    private static void scale(int task, int replicas) throws Exception {
        node.kubectl("patch", "dijob", "elastic", "--type=json", "-p",
                "[{\"op\":\"replace\",\"path\":\"/spec/tasks/" + task + "/replicas\",\"value\":" + replicas + "}]");
    }

    /// Its rank and the pods of the job, as it was told at its start.
    private static String seenBy(String pod) throws Exception {
        return node.await(log -> log.endsWith("\n"), "logs", pod).strip().replaceAll("\\.di-[a-z.-]*local", "");
    }
}
