package dev.troupe.dijob;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class ReadingTest {
    @Test
    void theFirstFormIsOneTaskOfWorkers() {
        Job job = Files.job("seed-001.yaml");
        assertEquals(new JobKey("default", "test"), job.key());
        assertEquals(new Shape.Elastic(3, 3, Topology.STAR, 1), job.shape());
        assertEquals(List.of("worker"), job.tasks().stream().map(Task::name).toList());
        assertEquals(3, job.replicas());
        assertEquals("ditask --package my_module --main my_module.main --parallel-workers 2\n",
                Tree.list(job.tasks().getFirst().template().mainContainer().get("args")).getFirst());
        assertEquals(
                new Terms(CleanPodPolicy.RUNNING, false, OptionalInt.of(3), Priority.NORMAL, "", Optional.empty(), Optional.empty(), false,
                        false, SuccessPolicy.ALL_WORKERS),
                job.terms());
    }

    @Test
    void everyExampleIsRight() throws IOException {
        try (var files = java.nio.file.Files.newDirectoryStream(Files.EXAMPLES, "*.yaml")) {
            int count = 0;
            for (var file : files) {
                if (ManifestReader.yaml(Files.text(file)).getFirst() instanceof Reading.Bad bad) {
                    fail(file + ": " + bad.sentences());
                }
                count++;
            }
            assertTrue(count >= 7, "no examples");
        }
    }

    @Test
    void theBrokenIndentationOfTheFirstFormIsNamed() {
        Reading.Bad bad = assertInstanceOf(Reading.Bad.class, ManifestReader.yaml(Files.text("seed-001-broken.yaml")).getFirst());
        assertEquals("default/test", bad.name());
        assertEquals("spec.template.spec.containers is missing: containers is beside spec, not inside it; indent it by two more spaces",
                bad.sentences());
    }

    @Test
    void theCoordinatedFormHasThreeTasksOfWhichOneHasAPod() {
        Job job = Files.job("seed-002.yaml");
        assertEquals(new Shape.Coordinated(), job.shape());
        assertEquals(List.of(TaskType.COORDINATOR, TaskType.COLLECTOR, TaskType.LEARNER), job.tasks().stream().map(Task::type).toList());
        assertEquals(List.of(1, 0, 0), job.tasks().stream().map(Task::replicas).toList());
        assertEquals("coordinator", job.tasks().getFirst().template().mainContainer().get("name"));
        assertEquals("xxx", job.group());
        assertEquals(1, job.volumes().size());
    }

    @Test
    void theSecondFormHasNamedTasksAndTerms() {
        Job job = Files.job("tasks.yaml");
        assertEquals(new JobKey("games", "pong"), job.key());
        assertEquals(Map.of("team", "red"), job.labels());
        assertEquals(List.of("learner", "collector", "replay-buffer"), job.tasks().stream().map(Task::name).toList());
        assertEquals(List.of(1, 2, 1), job.tasks().stream().map(Task::replicas).toList());
        assertEquals(new Terms(CleanPodPolicy.ALL, false, OptionalInt.of(1), Priority.HIGH, "urgent", Optional.of(Duration.ofHours(1)),
                Optional.of(Duration.ofMinutes(1)), false, false, SuccessPolicy.ALL_WORKERS), job.terms());
        assertEquals(4000, job.tasks().getFirst().template().port(1));
    }

    @Test
    void anEmptyBackoffLimitIsNoLimit() {
        String yaml = Files.text("tasks.yaml");
        assertEquals(OptionalInt.empty(), Files.parse(yaml.replace("backoffLimit: 1", "backoffLimit: null")).terms().backoffLimit());
        assertEquals(OptionalInt.of(3), Files.parse(yaml.replace("  backoffLimit: 1\n", "")).terms().backoffLimit());
        assertEquals(OptionalInt.of(0), Files.parse(yaml.replace("backoffLimit: 1", "backoffLimit: 0")).terms().backoffLimit());
    }

    @Test
    void limitsOfReplicasHaveSensibleDefaults() {
        String yaml = Files.text("seed-001.yaml");
        assertEquals(new Shape.Elastic(1, 3, Topology.STAR, 1), Files.parse(yaml.replace("    minReplicas: 3\n", "")).shape());
        assertEquals(new Shape.Elastic(3, 3, Topology.STAR, 1), Files.parse(yaml.replace("    maxReplicas: 3\n", "")).shape());
        assertEquals(new Shape.Elastic(0, 1, Topology.MESH, 2), Files.parse(yaml.replace("    maxReplicas: 3\n", "")
                .replace("minReplicas: 3", "minReplicas: 0\n    engineFields: {topology: mesh, parallelWorkers: 2}")).shape());
    }

    @Test
    void theFieldsTellTheShapeNotTheVersion() {
        assertInstanceOf(Shape.Coordinated.class, Files.parse(Files.text("seed-002.yaml").replace("/v1alpha1", "/v2alpha1")).shape());
        assertInstanceOf(Shape.Tasked.class, Files.parse(Files.text("tasks.yaml").replace("/v2alpha1", "/v1alpha1")).shape());
    }

    @Test
    void aFileMayHaveSeveralDocuments() {
        List<Reading> readings = ManifestReader
                .yaml(Files.text("aggregator.yaml") + "---\n" + Files.text("seed-002.yaml") + "---\nkind: Pod\n");
        assertEquals(3, readings.size());
        assertInstanceOf(AggregatorConfig.class, ((Reading.Good) readings.get(0)).manifest());
        assertInstanceOf(Job.class, ((Reading.Good) readings.get(1)).manifest());
        assertTrue(readings.get(2) instanceof Reading.Bad);
    }

    @Test
    void whatAnApiServerAddsIsNoProblem() {
        Map<String, Object> tree = new HashMap<>(Tree.map(assertOne(Files.text("tasks.yaml"))));
        Map<String, Object> metadata = new HashMap<>(Tree.map(tree.get("metadata")));
        metadata.put("managedFields", List.of(Map.of("manager", "kubectl")));
        metadata.put("generation", 3);
        tree.put("metadata", metadata);
        tree.put("status", Map.of("phase", "Running"));
        assertInstanceOf(Reading.Good.class, ManifestReader.tree(tree));
    }

    @Test
    void aJobCannotChangeAfterwards() {
        Map<String, Object> tree = Tree.map(assertOne(Files.text("tasks.yaml")));
        Reading.Good good = assertInstanceOf(Reading.Good.class, ManifestReader.tree(tree));
        Map<String, Object> template = ((Job) good.manifest()).tasks().getFirst().template().tree();
        assertThrows(UnsupportedOperationException.class, () -> Tree.map(template.get("spec")).put("nodeName", "here"));
    }

    @Test
    void whatContainsItselfIsRefused() {
        List<Object> self = new ArrayList<>();
        self.add(self);
        Reading.Bad bad = assertInstanceOf(Reading.Bad.class, ManifestReader.tree(Map.of("spec", self)));
        assertEquals("the document is nested deeper than 64 levels: look for an alias that contains itself", bad.sentences());
    }

    private static Object assertOne(String yaml) {
        try {
            return YamlText.documents(yaml).getFirst();
        } catch (YamlText.NotYaml e) {
            throw new AssertionError(e);
        }
    }

    private static List<Integer> replicas(String yaml) {
        return ((Job) ((Reading.Good) ManifestReader.yaml(yaml).getFirst()).manifest()).tasks().stream().map(Task::replicas).toList();
    }

    private static String sentences(String yaml) {
        return ((Reading.Bad) ManifestReader.yaml(yaml).getFirst()).sentences();
    }

    @Test
    void theNumberInAllIsThatOfTheTaskWhichGrowsAndShrinks() {
        assertEquals(List.of(1, 4), replicas(Yaml.tasks("replicas: 5", "learner*1", "collector*2")));
        assertEquals(List.of(5), replicas(Yaml.tasks("replicas: 5", "learner*1")));
        assertEquals(List.of(5), replicas(Yaml.elastic("replicas: 5\nminReplicas: 3\nmaxReplicas: 3")));
        assertEquals(List.of(2), replicas(Yaml.elastic("replicas: 2\npreemptible: true\nminReplicas: 1\nmaxReplicas: 3")));
        assertEquals(
                "spec.replicas is 1: the tasks beside collector have 1 pod, so it must be more than that; suspend: true stops all pods",
                sentences(Yaml.tasks("replicas: 1", "learner*1", "collector*2")));
        assertEquals("spec.replicas is 3: it is not clear which task should grow or shrink, since none is of type collector: remove it and "
                + "change spec.tasks[].replicas", sentences(Yaml.tasks("replicas: 3", "learner*1", "evaluator*2")));
        assertEquals("spec.replicas is 4: a preemptible job has from spec.minReplicas to spec.maxReplicas pods, which is from 1 to 3",
                sentences(Yaml.elastic("replicas: 4\npreemptible: true\nminReplicas: 1\nmaxReplicas: 3")));
    }

    @Test
    void aJobThatHasBegunIsNotRefusedForALesserMistake() {
        String begun = "status: {phase: Running}\n";
        assertEquals(List.of(1, 1), replicas(Yaml.tasks("replicas: 1", "learner*1", "collector*2") + begun));
        assertEquals(List.of(1, 2), replicas(Yaml.tasks("replicas: 3", "learner*1", "evaluator*2") + begun));
        assertEquals(List.of(1, 999), replicas(Yaml.tasks("replicas: 5000", "learner*1", "collector*2") + begun));
        assertEquals("spec.replicas is 5000: it must be a whole number from 0 to 1000",
                sentences(Yaml.tasks("replicas: 5000", "learner*1", "collector*2")));
        Job job = Files.parse(Yaml.tasks("group: my games", "learner*1") + begun);
        assertEquals("", job.group());
        assertTrue(job.remarks().getFirst().startsWith("spec.group is 'my games': it becomes a label of pods"), job.remarks()::toString);
    }
}
