package dev.troupe.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.AggregatorConfig;
import dev.troupe.dijob.Files;
import dev.troupe.dijob.Job;
import dev.troupe.dijob.ManifestReader;
import dev.troupe.dijob.Phase;
import dev.troupe.dijob.Problem;
import dev.troupe.dijob.Reading;
import dev.troupe.dijob.Tree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Jobs with a coordinator, and what it asks for.
final class CoordinatorTest {
    private final World world = new World(Files.job("seed-002.yaml"));

    private static ReplicaRequest request(Map<String, Object> collectors, Map<String, Object> learners) {
        return ReplicaRequest
                .read(Map.of("namespace", "default", "coordinator", "qbert-dqn-coordinator", "collectors", collectors, "learners",
                        learners))
                .request().orElseThrow();
    }

    private CoordinatorReplicas.Created create(ReplicaRequest request, List<Integer> nodes) {
        CoordinatorReplicas.Created created = CoordinatorReplicas.create(world.job, Optional.of(Files.aggregators()), request, nodes,
                world.pods.values(),
                new Random(1));
        created.pods().forEach(world::create);
        return created;
    }

    private Set<String> roles() {
        Set<String> roles = new TreeSet<>();
        world.names().forEach(name -> roles.add(name.replaceFirst("-[a-z0-9]{5}$", "")));
        return roles;
    }

    @Test
    void theJobFollowsItsCoordinatorAndEachPodHasAService() {
        world.settle();
        assertEquals(Set.of("qbert-dqn-coordinator"), world.names());
        assertEquals(Phase.PENDING, world.phase());
        world.running();
        assertEquals(Phase.RUNNING, world.phase());
        CoordinatorReplicas.Created created = create(request(Map.of("replicas", 2), Map.of("replicas", 1, "gpus", "0")), List.of());
        assertEquals(2, created.collectors().size());
        assertTrue(created.collectors().getFirst().matches("qbert-dqn-collector-[a-z0-9]{5}\\.default:22270"),
                created.collectors()::toString);
        assertTrue(created.learners().getFirst().matches("qbert-dqn-learner-[a-z0-9]{5}\\.default:22271"), created.learners()::toString);
        world.running();
        assertEquals(world.names(), world.services);
        assertEquals(4, world.status.tally().ready());
        String collector = world.names().iterator().next();
        world.pods.remove(collector);
        world.settle();
        assertEquals(Phase.RUNNING, world.phase(), "collectors are the coordinator's business");
        assertEquals(world.names(), world.services);
        world.change("qbert-dqn-coordinator", pod -> new Pods(pod).succeeded()).settle();
        assertEquals(Phase.SUCCEEDED, world.phase());
        assertEquals(Set.of("qbert-dqn-coordinator"), world.names(), "those still running go");
        assertEquals(Set.of(), world.services);
    }

    /// Collectors and learners by letter, the coordinator's exit code, and the counts before and after its end.
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "R  | R  | 0 | {active=1}           | {active=1}              | {succeeded=1}           | {succeeded=1}",
            "RF | R  | 0 | {active=1, failed=1} | {active=1}              | {failed=1, succeeded=1} | {succeeded=1}",
            "RF | SR | 0 | {active=1, failed=1} | {active=1, succeeded=1} | {failed=1, succeeded=1} | {succeeded=2}",
            "RF | SR | 3 | {active=1, failed=1} | {active=1, succeeded=1} | {failed=1}              | {succeeded=1}",
            "PR | PP | 0 | {active=1}           | {}                      | {succeeded=1}           | {}"})
    void podsAreCountedByRoleAndNoneIsActiveAfterTheEnd(String collectors, String learners, int exitCode, String collecting,
            String learning,
            String collected, String learned) {
        world.running();
        create(request(Map.of("replicas", collectors.length()), Map.of("replicas", learners.length())), List.of());
        act("collector", collectors);
        act("learner", learners);
        world.settle();
        assertEquals(List.of("{active=1}", collecting, learning), List.of(count("Coordinator"), count("Collector"), count("Learner")));
        assertEquals(world.names(), world.services);
        world.change("qbert-dqn-coordinator", pod -> exitCode == 0 ? new Pods(pod).succeeded() : new Pods(pod).failed(exitCode)).settle();
        assertEquals(exitCode == 0 ? Phase.SUCCEEDED : Phase.FAILED, world.phase());
        assertEquals(List.of(exitCode == 0 ? "{succeeded=1}" : "{failed=1}", collected, learned),
                List.of(count("Coordinator"), count("Collector"), count("Learner")));
    }

    /// Collectors and learners by letter, and how many pods are left of these and the coordinator.
    @ParameterizedTest
    @CsvSource({"R, R, All, 0", "R, R, Running, 1", "R, R, None, 3", "RF, R, All, 0", "RF, R, Running, 2", "RF, R, None, 4",
            "RF, SR, All, 0",
            "RF, SR, Running, 3", "RF, SR, None, 5"})
    void podsGoWithTheirCoordinatorAsThePolicySays(String collectors, String learners, String policy, int left) {
        world.job = Files.parse(Files.text("seed-002.yaml").replaceFirst("(?m)^  cleanPodPolicy: .*\n", "")
                .replaceFirst("(?m)^spec:$", "spec:\n  cleanPodPolicy: " + policy));
        world.running();
        create(request(Map.of("replicas", collectors.length()), Map.of("replicas", learners.length())), List.of());
        act("collector", collectors);
        act("learner", learners);
        world.settle().change("qbert-dqn-coordinator", pod -> new Pods(pod).succeeded()).settle();
        assertEquals(Phase.SUCCEEDED, world.phase());
        assertEquals(left, world.names().size());
        assertEquals(Set.of(), world.services);
    }

    private void act(String role, String letters) {
        List<String> names = world.pods.values().stream().filter(pod -> pod.task().equals(role)).map(Pod::name).toList();
        for (int i = 0; i < letters.length(); i++) {
            char letter = letters.charAt(i);
            world.change(names.get(i), pod -> new Pods(pod).as(letter));
        }
    }

    /// Of `replicaStatus`.
    private String count(String role) {
        return new TreeMap<>(Tree.map(Tree.map(world.status.tree().get("replicaStatus")).get(role))).toString();
    }

    @Test
    void aFailedCoordinatorFailsTheJob() {
        world.running().change("qbert-dqn-coordinator", pod -> new Pods(pod).failed(3)).settle();
        assertEquals(Phase.FAILED, world.phase());
        assertEquals("the coordinator failed with exit code 3", world.status.conditions().getLast().message());
    }

    @Test
    void anEvictedOrDeletedCoordinatorComesAgain() {
        world.running().change("qbert-dqn-coordinator", pod -> new Pods(pod).failed("Evicted")).running();
        assertEquals(Phase.PENDING, world.phase(), "so soon after its start it waits a second");
        world.later(java.time.Duration.ofSeconds(1)).running();
        assertEquals(Phase.RUNNING, world.phase());
        world.slowToLeave = true;
        world.delete("qbert-dqn-coordinator");
        world.settle();
        assertEquals(Phase.PENDING, world.phase());
        assertTrue(world.pods.get("qbert-dqn-coordinator").deleting(), "its name is taken until it is gone");
        world.sweep().running();
        assertEquals(Phase.RUNNING, world.phase());
    }

    @Test
    void theCoordinatorCannotChangeWhileItRuns() {
        world.running();
        world.job = Files.parse(Files.text("seed-002.yaml").replace("opendilab/ding:latest", "other"));
        Decision decision = world.step();
        assertEquals(List.of(new Action.Announce(true, "ChangeRefused",
                "spec.coordinator.template and spec.volumes cannot change while the coordinator runs: delete the job and create it again")),
                decision.actions());
        assertEquals(List.of(), world.decide().actions(), "said once");
        world.job = Files.job("seed-002.yaml");
        assertEquals("", world.step().status().refusal());
    }

    @Test
    void aChangedTemplateCountsForPodsAskedForLater() {
        world.running();
        create(request(Map.of("replicas", 1), Map.of()), List.of());
        world.settle();
        world.job = changedCollectors();
        Decision decision = world.step();
        assertEquals(
                List.of(new Action.Announce(false, "TemplateChanged",
                        "running pods keep their template: spec.collector.template applies to "
                                + "pods that the coordinator requests from now on")),
                decision.actions());
        assertEquals(List.of(), world.decide().actions(), "said once");
        world.pods.keySet().removeIf(name -> name.contains("collector"));
        assertEquals("", world.step().status().refusal());
    }

    private static Job changedCollectors() {
        String yaml = Files.text("seed-002.yaml");
        int collector = yaml.indexOf("collector:");
        return Files.parse(yaml.substring(0, collector) + yaml.substring(collector).replaceFirst("opendilab/ding:latest", "other"));
    }

    @Test
    void theCoordinatorKnowsWhereEverythingIs() {
        world.settle();
        Map<String, String> variables = world.variables.get("qbert-dqn-coordinator");
        assertEquals("default", variables.get("KUBERNETES_POD_NAMESPACE"));
        assertEquals("qbert-dqn-coordinator", variables.get("KUBERNETES_POD_NAME"));
        assertEquals("di-server.di-system.svc.cluster.local:8081", variables.get("KUBERNETES_SERVER_URL"));
        assertEquals("qbert-dqn-coordinator.default:22273", variables.get("KUBERNETES_COORDINATOR_URL"));
        assertEquals("22273", variables.get("COORDINATOR_PORT"));
        assertEquals("1", variables.get("PYTHONUNBUFFERED"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            value = {"10 | 8,8,8 | 8,2", "10 | 8,4,8,4,4 | 4,4,2", "3 | 8,8 | 3", "16 | 8 | 8,8", "4 | 8,4 | 4", "9 | 8,4 | 8,1",
                    "2 | '' | 2",
                    "6 | 0,0,4 | 4,2", "6 | 0,0 | 6", "12 | 8,8,10 | 8,4", "16 | 8,10 | 10,6", "16 | 10,8 | 10,6", "8 | 8,10 | 8"})
    void gpusAreSplitByTheCommonestNode(int gpus, String nodes, String split) {
        assertEquals(numbers(split), GpuSplit.of(gpus, numbers(nodes)));
    }

    private static List<Integer> numbers(String text) {
        return text.isEmpty() ? List.of() : java.util.stream.Stream.of(text.split(",")).map(Integer::valueOf).toList();
    }

    @Test
    void aLearnerWithManyGpusIsSpreadBesideAnAggregator() {
        world.running();
        CoordinatorReplicas.Created created = create(request(Map.of(), Map.of("replicas", 1, "gpus", 10, "cpus", "4", "memory", "20Gi")),
                Collections.nCopies(3, 8));
        assertEquals(List.of("qbert-dqn-aggregator.default:22272"), created.learners());
        assertEquals(Set.of("qbert-dqn-aggregator", "qbert-dqn-coordinator", "qbert-dqn-learner"), roles());
        List<String> learners = created.pods().stream().skip(1).map(NewPod.Role::name).toList();
        Map<String, String> first = world.variables.get(learners.get(0));
        Map<String, String> second = world.variables.get(learners.get(1));
        assertEquals(List.of("10", "8", "0", "localhost", "10314"),
                List.of(first.get("WORLD_SIZE"), first.get("LOCAL_WORLD_SIZE"), first.get("START_RANK"), first.get("MASTER_ADDR"),
                        first.get("MASTER_PORT")));
        assertEquals(List.of("10", "2", "8", learners.get(0)),
                List.of(second.get("WORLD_SIZE"), second.get("LOCAL_WORLD_SIZE"), second.get("START_RANK"), second.get("MASTER_ADDR")));
        assertEquals("qbert-dqn-aggregator.default:22272", first.get("KUBERNETES_AGGREGATOR_URL"));
        assertEquals(Set.of("di-port", "gpu-port-1"), world.pods.get(learners.get(1)).ports().keySet());
        assertEquals(22278, world.pods.get(learners.get(0)).ports().get("gpu-port-7"));
        assertEquals(10314, world.pods.get(learners.get(0)).ports().get("master-port"));
        world.settle();
        assertEquals(world.names(), world.services);
    }

    @Test
    void programsForTheOriginalFindPodsByItsLabels() {
        world.running();
        List<NewPod.Role> pods = create(request(Map.of("replicas", 1), Map.of("replicas", 1, "gpus", 10)), Collections.nCopies(3, 8))
                .pods();
        List<String> marks = new ArrayList<>();
        for (NewPod.Role pod : pods) {
            Map<String, String> labels = world.pods.get(pod.name()).labels();
            assertEquals(List.of("qbert-dqn", pod.name(), "di-operator", "diengine.opendilab.org"), List.of(labels.get("dijob-name"),
                    labels.get("pod-name"), labels.get("controller-name"), labels.get("group-name")));
            marks.add(labels.get("replica-type") + " " + labels.getOrDefault("ddp-learner-type", ""));
        }
        assertEquals(List.of("collector ", "aggregator ", "ddp-learner ddp-learner-master", "ddp-learner ddp-learner-worker"), marks);
    }

    @Test
    void onlyTheCoordinatorIsNotStartedAgainWhereItEnds() {
        world.running();
        for (NewPod.Role pod : create(request(Map.of("replicas", 1), Map.of()), List.of()).pods()) {
            assertFalse(Tree.map(PodManifest.of(world.job, pod, world.cluster).get("spec")).containsKey("restartPolicy"), pod.name());
        }
    }

    @Test
    void learnersReachAnAggregatorAtThePortOfItsConfig() {
        world.running();
        AggregatorConfig config = (AggregatorConfig) ((Reading.Good) ManifestReader.yaml("""
                apiVersion: diengine.opendilab.org/v1alpha1
                kind: AggregatorConfig
                metadata: {name: own}
                spec: {aggregator: {template: {spec: {containers: [
                  {name: di-container, image: ding, ports: [{name: di-port, containerPort: 80}]}]}}}}
                """).getFirst()).manifest();
        CoordinatorReplicas.Created created = CoordinatorReplicas.create(world.job, Optional.of(config),
                request(Map.of(), Map.of("replicas", 1, "gpus", 2)), List.of(8), world.pods.values(), new Random(1));
        assertEquals(List.of("qbert-dqn-aggregator.default:80"), created.learners());
        assertEquals("qbert-dqn-aggregator.default:80",
                RoleEnvironment.of(world.job, created.pods().getLast(), world.cluster).get("KUBERNETES_AGGREGATOR_URL"));
    }

    /// GPUs asked for, GPUs of each node, and the ports of the service of each learner.
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"10 | 8 | 9,2", "4 | 4 | 5", "12 | 6 | 7,6", "2 | 1 | 2,1"})
    void theServiceOfALearnerHasAPortForEachGpuAndTheFirstOneTheMastersToo(int gpus, int node, String ports) {
        world.running();
        List<NewPod.Role> learners = create(request(Map.of(), Map.of("replicas", 1, "gpus", gpus)), Collections.nCopies(3, node)).pods();
        world.settle();
        assertEquals(numbers(ports), learners.stream().skip(1).map(pod -> world.ports.get(pod.name()).size()).toList());
        assertEquals(Map.of("di-port", 22272), world.ports.get("qbert-dqn-aggregator"));
    }

    @Test
    void aServiceThatWasDeletedComesBackAsItWas() {
        world.running();
        create(request(Map.of("replicas", 1), Map.of("replicas", 1, "gpus", 10)), Collections.nCopies(3, 8));
        world.running();
        Map<String, Map<String, Integer>> before = Map.copyOf(world.ports);
        for (String name : List.copyOf(world.services)) {
            world.services.remove(name);
            world.ports.clear();
            world.settle();
            assertEquals(Map.of(name, before.get(name)), world.ports);
        }
        world.services.clear();
        world.settle();
        assertEquals(before, world.ports);
        assertEquals(Phase.RUNNING, world.phase());
    }

    @Test
    void aFailedPodIsReplacedByItsLike() {
        world.running();
        create(request(Map.of("replicas", 1, "cpus", "500m"), Map.of("replicas", 1, "gpus", 10)), Collections.nCopies(3, 8));
        List<Pod> before = List.copyOf(world.pods.values());
        String collector = before.stream().filter(pod -> pod.task().equals("collector")).findFirst().orElseThrow().name();
        CoordinatorReplicas.Replaced replaced = CoordinatorReplicas.replace(world.job, Optional.of(Files.aggregators()),
                List.of(collector + ".default:22270", "qbert-dqn-aggregator"), Collections.nCopies(3, 8), before, List.of(), new Random(2));
        assertEquals(4, replaced.going().size());
        assertEquals(4, replaced.created().pods().size());
        assertEquals(new Resources("500m", "", 0), replaced.created().pods().getFirst().resources());
        assertEquals(List.of("qbert-dqn-aggregator-2.default:22272"), replaced.created().learners());
        assertEquals(List.of(8, 2), replaced.created().pods().stream().skip(2).map(pod -> pod.resources().gpus()).toList());
    }

    @Test
    void aReplacementDoesNotGetTheNameOfAPodThatIsNewerThanTheReport() {
        world.running();
        ReplicaRequest learner = request(Map.of(), Map.of("replicas", 1, "gpus", 10));
        create(learner, Collections.nCopies(3, 8));
        List<Pod> before = List.copyOf(world.pods.values());
        assertEquals("qbert-dqn-aggregator-2", create(learner, Collections.nCopies(3, 8)).pods().getFirst().name());
        CoordinatorReplicas.Replaced replaced = CoordinatorReplicas.replace(world.job, Optional.of(Files.aggregators()),
                List.of("qbert-dqn-aggregator"), Collections.nCopies(3, 8), before, world.pods.values(), new Random(2));
        assertEquals(List.of("qbert-dqn-aggregator-3.default:22272"), replaced.created().learners());
        assertEquals(3, replaced.going().size(), "only pods of before are replaced");
    }

    @Test
    void learnersGoWithTheirAggregatorAndAreNotGivenToTheNext() {
        world.running();
        ReplicaRequest learner = request(Map.of(), Map.of("replicas", 1, "gpus", 10));
        List<NewPod.Role> first = create(learner, Collections.nCopies(3, 8)).pods();
        world.settle().delete("qbert-dqn-aggregator");
        List<NewPod.Role> second = create(learner, Collections.nCopies(3, 8)).pods();
        assertEquals("qbert-dqn-aggregator-2", second.getFirst().name());
        assertEquals(10, CoordinatorReplicas.learnersOf("qbert-dqn-aggregator-2", "default", world.pods.values()).size());
        List<Action> actions = world.decide().actions();
        first.stream().skip(1).forEach(pod -> assertTrue(
                actions.contains(new Action.DeletePod(pod.name(), "its aggregator qbert-dqn-aggregator is gone")), actions::toString));
        world.running();
        assertEquals(4, world.names().size());
        assertTrue(second.stream().allMatch(pod -> world.names().contains(pod.name())), world.names()::toString);
        assertEquals(Phase.RUNNING, world.phase());
    }

    @Test
    void anAggregatorWhoseLearnersAreGoneIsReplacedWithThem() {
        world.running();
        List<NewPod.Role> before = create(request(Map.of(), Map.of("replicas", 1, "gpus", 10, "cpus", "4")), Collections.nCopies(3, 8))
                .pods();
        before.stream().skip(1).forEach(pod -> world.delete(pod.name()));
        CoordinatorReplicas.Replaced replaced = CoordinatorReplicas.replace(world.job, Optional.of(Files.aggregators()),
                List.of("qbert-dqn-aggregator"), Collections.nCopies(3, 8), world.pods.values(), List.of(),
                new Random(2));
        assertEquals(List.of("qbert-dqn-aggregator"), replaced.going().stream().map(Pod::name).toList());
        assertEquals(List.of(new Resources("4", "", 8), new Resources("4", "", 2)),
                replaced.created().pods().stream().skip(1).map(NewPod.Role::resources).toList());
        Map<String, Object> aggregator = PodManifest.of(world.job, replaced.created().pods().getFirst(), world.cluster);
        assertFalse(Tree.canonical(aggregator.get("spec")).contains("nvidia.com/gpu"), "it has no GPUs itself");
    }

    @Test
    void whereEverybodyIsReached() {
        world.running();
        create(request(Map.of("replicas", 1, "cpus", "0", "memory", 0), Map.of("replicas", 1, "gpus", 10)), Collections.nCopies(3, 8));
        CoordinatorReplicas.Reached reached = CoordinatorReplicas.reached("default", world.pods.values());
        assertEquals(1, reached.collectors().size());
        assertTrue(reached.collectors().getFirst().matches("qbert-dqn-collector-[a-z0-9]{5}\\.default:22270"), reached::toString);
        assertEquals(List.of("qbert-dqn-aggregator.default:22272"), reached.learners());
        List<String> learners = CoordinatorReplicas.learnersOf("qbert-dqn-aggregator", "default", world.pods.values());
        assertEquals(10, Set.copyOf(learners).size(), "one for each GPU: " + learners);
        assertTrue(learners.stream().allMatch(url -> url.matches("qbert-dqn-learner-[a-z0-9]{5}\\.default:2227[1-8]")), learners::toString);
        assertEquals(List.of(), CoordinatorReplicas.learnersOf("other", "default", world.pods.values()));
        assertTrue(world.pods.values().stream().noneMatch(pod -> pod.labels().containsKey(Labels.CPUS)),
                "none of something is not asked for");
    }

    @Test
    void aReportOfFailuresIsRead() {
        FailedReplicas report = FailedReplicas.read(Map.of("namespace", "default", "coordinator", "c", "collectors",
                List.of("a.default:22270", "a"), "learners", List.of("b"))).report().orElseThrow();
        assertEquals(List.of("a", "b"), report.names());
        assertEquals(List.of("namespace is missing: name the namespace of the job", "coordinator is missing: name the pod that asks",
                "collectors is a map: it must be a list of names"),
                FailedReplicas.read(Map.of("collectors", Map.of())).problems().stream().map(Problem::sentence).toList());
        assertEquals(1, FailedReplicas.read(List.of()).problems().size());
    }

    @Test
    void fewerMeansWholeLearners() {
        world.running();
        create(request(Map.of("replicas", 3), Map.of("replicas", 2, "gpus", 10)), Collections.nCopies(3, 8));
        List<Pod> going = CoordinatorReplicas.remove(request(Map.of("replicas", 2), Map.of("replicas", 1)), world.pods.values());
        assertEquals(2, going.stream().filter(pod -> pod.task().equals("collector")).count());
        assertEquals(1, going.stream().filter(pod -> pod.task().equals("aggregator")).count());
        assertEquals(2, going.stream().filter(pod -> pod.task().equals("learner")).count());
    }

    @Test
    void everyPodHasThePriorityClassAndTheVolumesOfTheJobAndIsItsOwn() {
        Job urgent = Files.parse(Files.text("seed-002.yaml").replaceFirst("metadata:\n", "metadata:\n  uid: one\n")
                .replace("priorityClassName: \"\"", "priorityClassName: urgent"));
        List<NewPod.Role> pods = CoordinatorReplicas.create(urgent, Optional.of(Files.aggregators()),
                request(Map.of("replicas", 1), Map.of("replicas", 1, "gpus", 2)), List.of(8), List.of(), new Random(1)).pods();
        assertEquals(List.of("collector", "aggregator", "learner"), pods.stream().map(pod -> pod.role().word()).toList());
        for (NewPod.Role pod : pods) {
            Map<String, Object> manifest = PodManifest.of(urgent, pod, world.cluster);
            Map<String, Object> spec = Tree.map(manifest.get("spec"));
            assertEquals("urgent", spec.get("priorityClassName"), pod.name());
            assertEquals(urgent.volumes(), Tree.list(spec.get("volumes")), pod.name());
            assertEquals(List.of("DIJob"), Tree.maps(Tree.map(manifest.get("metadata")).get("ownerReferences")).stream()
                    .map(owner -> owner.get("kind")).toList());
        }
    }

    @Test
    void learnersBesideAnAggregatorAreCountedAsLearners() {
        world.running();
        create(request(Map.of(), Map.of("replicas", 1, "gpus", 10)), Collections.nCopies(3, 8));
        world.running();
        assertEquals(List.of("{active=1}", "{active=2}"), List.of(count("Aggregator"), count("Learner")));
    }

    @Test
    void plainLearnersAreListedAndGoBeforeAggregators() {
        world.running();
        create(request(Map.of(), Map.of("replicas", 1, "gpus", 10)), Collections.nCopies(3, 8));
        String plain = create(request(Map.of(), Map.of("replicas", 1)), List.of()).learners().getFirst();
        assertEquals(List.of(plain, "qbert-dqn-aggregator.default:22272"),
                CoordinatorReplicas.reached("default", world.pods.values()).learners());
        assertEquals(List.of(plain.replaceFirst("[.].*", "")),
                CoordinatorReplicas.remove(request(Map.of(), Map.of("replicas", 1)), world.pods.values()).stream().map(Pod::name).toList());
    }

    @Test
    void whatCannotBeCreatedIsSaid() {
        Job serial = Files.parse(Files.text("seed-002.yaml").replaceAll("(?s)  collector:.*", ""));
        ReplicaRequest collectors = request(Map.of("replicas", 1), Map.of());
        assertEquals("the job default/qbert-dqn has no spec.collector: it cannot have pods of that role",
                assertThrows(IllegalArgumentException.class,
                        () -> CoordinatorReplicas.create(serial, Optional.empty(), collectors, List.of(), List.of(), new Random(1)))
                        .getMessage());
        ReplicaRequest learners = request(Map.of(), Map.of("replicas", 1, "gpus", 2));
        assertEquals("a learner with 2 GPUs needs an aggregator, and the cluster has no AggregatorConfig: create one",
                assertThrows(IllegalArgumentException.class,
                        () -> CoordinatorReplicas.create(world.job, Optional.empty(), learners, List.of(), List.of(), new Random(1)))
                        .getMessage());
    }

    /// As the original does: its clients of other versions send more.
    @Test
    void whatNobodyAsksForInARequestIsLetPass() {
        Map<String, Object> body = Map.of("namespace", "a", "coordinator", "c", "version", 3);
        assertEquals(List.of(), ReplicaRequest.read(with(body, "collectors", Map.of("replicas", 1, "disk", "1Gi"))).problems());
        assertEquals(List.of(), FailedReplicas.read(with(body, "collectors", List.of("x"))).problems());
    }

    private static Map<String, Object> with(Map<String, Object> map, String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(map);
        more.put(name, value);
        return more;
    }

    @Test
    void aMalformedRequestIsExplained() {
        assertEquals(
                List.of("coordinator is missing: name the pod that asks",
                        "collectors.replicas is -1: it must be a whole number from 0 to 1000",
                        "learners.cpus is 'many': it must be a number with or without a unit, e.g. 6, 500m or 10Gi"),
                ReplicaRequest
                        .read(Map.of("namespace", "a", "collectors", Map.of("replicas", -1), "learners", Map.of("cpus", "many", "gpu", 1)))
                        .problems().stream()
                        .map(Problem::sentence).toList());
        assertEquals(List.of("the body is 'x': it must be a map with namespace, coordinator, collectors and learners"),
                ReplicaRequest.read("x").problems().stream().map(Problem::sentence).toList());
    }
}
