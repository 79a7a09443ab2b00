package dev.troupe.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.troupe.dijob.Files;
import dev.troupe.dijob.Job;
import dev.troupe.dijob.TaskType;
import dev.troupe.dijob.Tree;
import dev.troupe.dijob.Yaml;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        Golden.assertGolden(name + ".pods.yaml", pods(Files.job(name + ".yaml")));
    }

    @Test
    void theStatusIsAsInTheGoldenFile() {
        World world = new World(Files.job("tasks.yaml")).running();
        world.change("pong-collector-1", pod -> new Pods(pod).failed(2)).later(Duration.ofSeconds(5)).running();
        world.later(Duration.ofSeconds(5)).all(pod -> new Pods(pod).succeeded()).settle();
        Golden.assertGolden("tasks.status.yaml", world.status.tree());
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

    /// pods, processes in each, and how many addresses they attach to in all
    @ParameterizedTest
    @CsvSource({"alone, 1, 1, 0", "alone, 2, 3, 0", "star, 1, 1, 0", "star, 2, 3, 1", "star, 3, 3, 2", "star, 3, 4, 2", "mesh, 1, 1, 0",
            "mesh, 2, 3, 3", "mesh, 3, 3, 9", "mesh, 3, 4, 12"})
    void podsAttachToAsManyAsTheTopologySays(String topology, int pods, int workers, int addresses) {
        World world = World.of(Yaml.elastic(
                "minReplicas: " + pods + "\nengineFields: {topology: " + topology + ", parallelWorkers: " + workers + "}")).settle();
        assertEquals(pods, world.variables.size());
        assertEquals(addresses, world.variables.values().stream().map(env -> env.get("DI_ATTACHED_NODES_ARG"))
                .filter(flag -> !flag.isEmpty()).mapToInt(flag -> flag.split(",").length).sum());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4})
    void volumesOfTheJobAreInEveryPod(int volumes) {
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < volumes; i++) {
            list.append("\n- {name: v").append(i).append(", emptyDir: {}}");
        }
        Job job = Files.parse(Yaml.tasks("volumes:" + list, "learner*1", "evaluator*1", "collector*2"));
        pods(job).forEach((name, tree) -> {
            if (name.startsWith("job-") && Tree.map(tree).get("kind").equals("Pod")) {
                assertEquals(volumes, Tree.list(Tree.map(Tree.map(tree).get("spec")).get("volumes")).size(), name);
            }
        });
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
                    Optional.of("pem"), Optional.empty(), Optional.empty());
            Map<String, String> variables = world.settle().variables.values().iterator().next();
            assertEquals("https://s pem", variables.get("DI_SERVER_URL") + " " + variables.get("DI_SERVER_CA"));
        }
    }

    @Test
    void aGangIsShownToItsScheduler() {
        World world = World.of(Yaml.tasks("gang: true", "learner*1"));
        Map<Cluster.Gang, String> shown = new LinkedHashMap<>();
        for (Cluster.Gang gang : Cluster.Gang.values()) {
            Cluster cluster = Cluster.USUAL.with(gang);
            NewPod pod = first(Lifecycle.decide(world.job, world.observe(), cluster));
            shown.put(gang, Tree.canonical(PodManifest.of(world.job, pod, cluster)));
        }
        assertEquals(List.of(false, false, true, false),
                shown.values().stream().map(text -> text.contains("\"schedulerName\":\"volcano\"")).toList());
        assertEquals(List.of(false, false, true, false),
                shown.values().stream().map(text -> text.contains("\"scheduling.k8s.io/group-name\":\"job\"")).toList());
        assertEquals(List.of(false, false, false, true),
                shown.values().stream().map(text -> text.contains("\"scheduling.x-k8s.io/pod-group\":\"job\"")).toList());
    }

    private static NewPod first(Decision decision) {
        return decision.actions().stream().filter(Action.CreatePod.class::isInstance).map(Action.CreatePod.class::cast).findFirst()
                .orElseThrow().pod();
    }

    @Test
    void podsOfUrgentJobsHaveThePriorityClassOfTheCluster() {
        Map<String, String> classes = new LinkedHashMap<>();
        String own = Yaml.tasks("priority: high", "learner*1").replace("{spec: {", "{spec: {priorityClassName: mine, ");
        for (String yaml : List.of(Yaml.tasks("priority: high", "learner*1"), Yaml.tasks("priority: normal", "learner*1"),
                Yaml.tasks("priority: high\npriorityClassName: ours", "learner*1"), own)) {
            World world = World.of(yaml);
            Cluster cluster = Cluster.USUAL.withHighPriorityClass("di-high");
            Map<String, Object> pod = PodManifest.of(world.job, first(world.decide()), cluster);
            classes.put(yaml, String.valueOf(Tree.map(pod.get("spec")).get("priorityClassName")));
        }
        assertEquals(List.of("di-high", "null", "ours", "mine"), List.copyOf(classes.values()));
    }

    @Test
    void aGroupIsALabelOfEveryPod() {
        Job job = Files.parse(Yaml.tasks("group: My_games.2", "learner*1"));
        assertEquals("My_games.2", Labels.of(job, job.tasks().getFirst().template(), TaskType.LEARNER, "learner", "p").get(Labels.GROUP));
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
