package dev.troupe.dijob;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Pods as an API server gets them, beside files that were read and found right.
final class PodManifestTest {
    private static Map<String, Object> pods(Job job) {
        Map<String, Object> pods = new LinkedHashMap<>();
        for (Action action : new World(job).decide().actions()) {
            switch (action) {
                case Action.CreatePod(NewPod pod) -> pods.put(pod.name(), PodManifest.of(job, pod, Cluster.USUAL));
                case Action.CreateToken(TokenSecret secret) -> pods.put("secret " + secret.name(), secret.tree(job, "of-the-test"));
                case Action.CreateService(Service service) -> pods.put("service " + service.name(), service.tree(job));
                default -> {
                }
            }
        }
        return pods;
    }

    @ParameterizedTest
    @CsvSource({"seed-001", "seed-002", "tasks"})
    void podsAndServicesAreAsInTheGoldenFile(String name) {
        Files.assertGolden(name + ".pods.yaml", pods(Files.job(name + ".yaml")));
    }

    @Test
    void theStatusIsAsInTheGoldenFile() {
        World world = new World(Files.job("tasks.yaml")).running();
        world.change("pong-collector-1", pod -> new Pods(pod).failed(2)).later(Duration.ofSeconds(5)).running();
        world.later(Duration.ofSeconds(5)).all(pod -> new Pods(pod).succeeded()).settle();
        Files.assertGolden("tasks.status.yaml", world.status.tree());
        assertEquals(world.status, Status.read(world.status.tree()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "alone | 0 | --node-ids=0,1 | ''",
            "alone | 2 | --node-ids=4,5 | ''",
            "star  | 0 | --node-ids=0,1 | ''",
            "star  | 2 | --node-ids=4,5 | --attach-to=tcp://job-0-0.job:22270",
            "mesh  | 0 | --node-ids=0,1 | ''",
            "mesh  | 2 | --node-ids=4,5 | --attach-to=tcp://job-0-0.job:22270,tcp://job-0-0.job:22271,tcp://job-0-1.job:22270,tcp://job-0-1.job:22271"})
    void theFirstFormHasFlagsReadyForTheCommandLine(String topology, int rank, String ids, String attached) {
        World world = World
                .of(Yaml.elastic("maxReplicas: 3\nminReplicas: 3\nengineFields: {topology: " + topology + ", parallelWorkers: 2}"))
                .settle();
        Map<String, String> variables = world.variables.get("job-0-" + rank);
        assertEquals("--parallel-workers=2", variables.get("DI_PARALLEL_WORKERS_ARG"));
        assertEquals("--ports=22270,22271", variables.get("DI_PORTS_ARG"));
        assertEquals(ids, variables.get("DI_NODE_IDS_ARG"));
        assertEquals(attached, variables.get("DI_ATTACHED_NODES_ARG"));
        assertEquals("0", variables.get("DI_JOB_GENERATION"));
    }

    /// as many entries in all lists as pods squared
    @ParameterizedTest
    @CsvSource({"1, 1, 1, 9", "1, 1, 2, 16", "1, 3, 2, 36"})
    void everyPodKnowsAllPods(int learners, int evaluators, int collectors, int entries) {
        World world = World.of(Yaml.tasks("", "learner*" + learners, "evaluator*" + evaluators, "collector*" + collectors)).settle();
        assertEquals(entries, world.variables.values().stream().mapToInt(env -> env.get("DI_NODES").split(",").length).sum());
        assertEquals(world.variables.size() * collectors,
                world.variables.values().stream().mapToInt(env -> env.get("DI_COLLECTOR_NODES").split(",").length).sum());
    }

    @Test
    void whatTheServerIsTrustedByIsTold() {
        Cluster usual = Cluster.USUAL;
        for (World world : List.of(World.of(Yaml.tasks("", "learner*1")), new World(Files.job("seed-002.yaml")))) {
            world.cluster = new Cluster("https://s", usual.domain(), usual.gang(), usual.gangPatience(), usual.gangPause(),
                    Optional.of("pem"));
            Map<String, String> variables = world.settle().variables.values().iterator().next();
            assertEquals("https://s pem", variables.get("DI_SERVER_URL") + " " + variables.get("DI_SERVER_CA"));
        }
    }

    @Test
    void aGangIsShownToItsScheduler() {
        World world = World.of(Yaml.tasks("gang: true", "learner*1"));
        Map<Cluster.Gang, String> shown = new LinkedHashMap<>();
        for (Cluster.Gang gang : Cluster.Gang.values()) {
            Cluster cluster = new Cluster("http://s", "svc.cluster.local", gang, Duration.ofMinutes(1), Duration.ofMinutes(1));
            NewPod pod = Lifecycle.decide(world.job, world.observe(), cluster).actions().stream()
                    .flatMap(action -> action instanceof Action.CreatePod(NewPod one) ? java.util.stream.Stream.of(one)
                            : java.util.stream.Stream.empty())
                    .findFirst().orElseThrow();
            shown.put(gang, Tree.canonical(PodManifest.of(world.job, pod, cluster)));
        }
        assertEquals(List.of(false, true, false),
                shown.values().stream().map(text -> text.contains("\"schedulerName\":\"volcano\"")).toList());
        assertEquals(List.of(false, true, false),
                shown.values().stream().map(text -> text.contains("\"scheduling.k8s.io/group-name\":\"job\"")).toList());
        assertEquals(List.of(false, false, true),
                shown.values().stream().map(text -> text.contains("\"scheduling.x-k8s.io/pod-group\":\"job\"")).toList());
    }

    @Test
    void onlyWhatNeedsANewPodChangesTheFingerprint() {
        Job job = Files.job("tasks.yaml");
        String yaml = Files.text("tasks.yaml");
        String before = Fingerprint.of(job, job.tasks().getFirst());
        for (String[] change : List.of(new String[]{"accelerator: gpu", "accelerator: cpu"}, new String[]{"replicas: 2", "replicas: 3"},
                new String[]{"backoffLimit: 1", "backoffLimit: 2"}, new String[]{"team: red", "team: blue"})) {
            Job changed = Files.parse(yaml.replace(change[0], change[1]));
            assertEquals(before, Fingerprint.of(changed, changed.tasks().getFirst()), change[0]);
        }
        for (String[] change : List.of(new String[]{"ding:1", "ding:2"}, new String[]{"path: /data", "path: /other"},
                new String[]{"urgent", "slow"})) {
            Job changed = Files.parse(yaml.replace(change[0], change[1]));
            assertNotEquals(before, Fingerprint.of(changed, changed.tasks().getFirst()), change[0]);
        }
    }

    @Test
    void theOrderOfKeysDoesNotChangeTheFingerprint() {
        assertEquals(Tree.canonical(Map.of("a", List.of(1, "1"), "b", Map.of())), "{\"a\":[1,\"1\"],\"b\":{}}");
        Map<String, Object> other = new LinkedHashMap<>();
        other.put("b", Map.of());
        other.put("a", List.of(1, "1"));
        assertEquals(Tree.canonical(other), "{\"a\":[1,\"1\"],\"b\":{}}");
    }
}
