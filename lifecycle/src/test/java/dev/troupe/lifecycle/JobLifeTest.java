package dev.troupe.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Files;
import dev.troupe.dijob.ManifestReader;
import dev.troupe.dijob.Phase;
import dev.troupe.dijob.Reading;
import dev.troupe.dijob.Yaml;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whole lives of jobs without a coordinator.
final class JobLifeTest {
    private static final String THREE = Yaml.tasks("backoffLimit: 2", "learner*1", "evaluator*1", "collector*2");

    @Test
    void aJobThatEndsWellGoesThroughFourPhases() {
        World world = World.of(THREE).running();
        assertEquals(4, world.status.tally().ready());
        assertEquals(Map.of("learner", Map.of("Running", 1), "evaluator", Map.of("Running", 1), "collector", Map.of("Running", 2)),
                world.status.tally().tasks());
        world.all(pod -> new Pods(pod).succeeded()).settle();
        assertEquals(List.of(Transition.SEEN, Transition.ALL_CREATED, Transition.ALL_READY, Transition.ALL_SUCCEEDED), world.transitions);
        assertEquals(List.of("Normal JobPending", "Normal JobStarting", "Normal JobRunning", "Normal JobSucceeded"), world.events);
        assertEquals(0, world.status.tally().ready());
        assertEquals(4, world.status.tally().replicas());
        assertEquals(Map.of("Succeeded", 2), world.status.tally().tasks().get("collector"));
        assertEquals(Optional.of(world.now), world.status.ended());
        assertEquals(Set.of(), world.services);
        assertEquals(4, world.pods.size());
    }

    /// What the four pods do when the job ends, and how many are left under each policy.
    @ParameterizedTest
    @CsvSource({"RRFS, 0, 2, 4", "RRRF, 0, 1, 4", "PRFR, 0, 1, 4", "FFFS, 0, 4, 4", "FFFF, 0, 4, 4", "SSSS, 0, 4, 4"})
    void podsGoAsThePolicySays(String letters, int all, int running, int none) {
        Map.of("All", all, "Running", running, "None", none).forEach((policy, left) -> {
            String terms = "backoffLimit: 0\ncleanPodPolicy: " + policy;
            for (String yaml : List.of(Yaml.tasks(terms, "learner*1", "evaluator*1", "collector*2"),
                    Yaml.elastic(terms + "\nminReplicas: 4"))) {
                World world = World.of(yaml).running();
                List<String> names = List.copyOf(world.names());
                for (int i = 0; i < names.size(); i++) {
                    char letter = letters.charAt(i);
                    world.change(names.get(i), pod -> new Pods(pod).as(letter));
                }
                world.settle();
                assertEquals(letters.equals("SSSS") ? Phase.SUCCEEDED : Phase.FAILED, world.phase());
                assertEquals(left, world.pods.size(), policy);
                assertEquals(Set.of(), world.services);
                assertTrue(world.status.tally().tasks().values().stream()
                        .allMatch(phases -> Set.of("Failed", "Succeeded").containsAll(phases.keySet())), "nothing runs any more");
            }
        });
    }

    /// A pod whose sidecar still runs is still running, so policy Running takes it away.
    @ParameterizedTest
    @CsvSource({"All, ''", "Running, job-collector-1", "None, job-collector-0 job-collector-1 job-learner-0"})
    void aSidecarDoesNotOutliveTheJob(String policy, String left) {
        World world = World.of(Yaml.tasks("backoffLimit: 0\ncleanPodPolicy: " + policy, "learner*1", "collector*2")).running();
        world.change("job-learner-0", pod -> new Pods(pod).outlived(0)).settle();
        assertEquals(Phase.RUNNING, world.phase());
        assertEquals(3, world.names().size(), "while the job runs it is left alone");
        world.change("job-collector-0", pod -> new Pods(pod).outlived(1)).change("job-collector-1", pod -> new Pods(pod).succeeded());
        world.settle();
        assertEquals(Phase.FAILED, world.phase());
        assertEquals(left, String.join(" ", world.names()));
    }

    @Test
    void theReasonOfAFailureNamesThePodAndTheLimit() {
        World world = World.of(Yaml.tasks("backoffLimit: 0", "learner*1", "collector*2")).running();
        world.change("job-collector-0", pod -> new Pods(pod).failed(1)).change("job-collector-1", pod -> new Pods(pod).succeeded())
                .settle();
        assertEquals("pod job-collector-0 failed with exit code 1, and backoffLimit 0 is reached",
                world.status.conditions().getLast().message());
        assertEquals(Map.of("collector", Map.of("Failed", 1, "Succeeded", 1)), world.status.tally().tasks());
    }

    /// whether all were ready before, failed pods, a deleted pod, pods ready afterwards, restarts and reschedules that follow
    @ParameterizedTest
    @CsvSource({"true, 0, false, 4, 0, 0", "true, 0, true, 0, 0, 1", "true, 1, false, 0, 1, 0", "true, 1, true, 0, 1, 1",
            "true, 2, false, 0, 1, 0", "true, 3, true, 0, 1, 1", "false, 0, false, 4, 0, 0", "false, 0, false, 3, 0, 0",
            "false, 1, false, 3, 1, 0", "false, 2, true, 3, 1, 1", "false, 3, true, 0, 1, 1", "false, 2, true, 0, 1, 1"})
    void restartsAndReschedulesAreCountedApart(boolean running, int failed, boolean missing, int ready, int restarts, int reschedules) {
        World world = World.of(THREE).settle();
        if (running) {
            world.running();
        }
        List.copyOf(world.names()).stream().limit(failed).forEach(name -> world.change(name, pod -> new Pods(pod).failed(1)));
        world.settle();
        if (missing) {
            world.pods.remove("job-learner-0");
            world.settle();
        }
        List.copyOf(world.names()).stream().limit(ready).forEach(name -> world.change(name, pod -> new Pods(pod).ready()));
        world.settle();
        assertEquals(new Counters(restarts, reschedules, 0), world.status.counters());
        assertEquals(ready == 4 ? Phase.RUNNING : Phase.STARTING, world.phase());
        assertEquals(4, world.pods.size());
    }

    @Test
    void whatFailsWhileTheJobIsRestartingCostsNoSecondRestart() {
        World world = World.of(THREE).running();
        for (String name : List.of("job-learner-0", "job-collector-0", "job-evaluator-0")) {
            world.change(name, pod -> new Pods(pod).failed(1)).step();
            assertEquals(Phase.RESTARTING, world.phase());
        }
        world.running();
        assertEquals(new Counters(1, 0, 0), world.status.counters());
        assertEquals(Phase.RUNNING, world.phase());
    }

    @Test
    void onePodOfAnElasticJobComesBackUnderItsNameAndTheOthersStay() {
        World world = World.of(Yaml.elastic("minReplicas: 3")).running();
        world.pods.remove("job-0-1");
        world.settle();
        assertEquals(Set.of("job-0-0", "job-0-1", "job-0-2"), world.names());
        assertTrue(world.pods.get("job-0-0").ready() && !world.pods.get("job-0-1").ready() && world.pods.get("job-0-2").ready());
        assertEquals(new Counters(0, 1, 0), world.status.counters());
    }

    @Test
    void aReadyPodCountsOnceAndOnlyWhenAllAreTheJobRuns() {
        World world = World.of(THREE).settle();
        world.all(pod -> new Pods(pod).ready()).change("job-learner-0", pod -> new Pods(pod).runningUnready()).settle();
        assertEquals(Phase.STARTING, world.phase());
        assertEquals(3, world.status.tally().ready());
    }

    @Test
    void aPodThatNeverLeavesIsTakenAwayWhenTheOperatorMay() {
        World world = World.of(Yaml.tasks("", "learner*1", "collector*1")).running().change("job-learner-0", pod -> new Pods(pod).on("n"));
        world.slowToLeave = true;
        world.delete("job-learner-0");
        assertEquals(Optional.empty(), settled(world.later(Duration.ofDays(1))).again(), "never, unless it was asked for");
        world.cluster = world.cluster.forcingDeleteAfter(Duration.ofDays(2));
        Instant end = world.now.plus(Duration.ofDays(1));
        assertEquals(Optional.of(end), world.decide().again());
        world.now = end;
        Decision decision = world.step();
        assertEquals(
                List.of(new Action.ForceDeletePod("job-learner-0",
                        "its node n should have stopped it by " + end.minus(Duration.ofDays(2)))),
                decision.actions());
        world.running();
        assertEquals(Phase.RUNNING, world.phase());
    }

    @Test
    void podsThatNeverLeaveDoNotHoldAJobThatIsDeleted() {
        World world = World.of(Yaml.tasks("", "learner*1")).running();
        world.cluster = world.cluster.forcingDeleteAfter(Duration.ofMinutes(1));
        world.slowToLeave = true;
        world.deleting = true;
        world.settle().later(Duration.ofMinutes(1)).step();
        world.step();
        assertTrue(world.jobGone);
    }

    @Test
    void whatAFailedPodSaidLastIsTold() {
        World world = World.of(Yaml.tasks("backoffLimit: 1", "learner*1")).running();
        String trace = """
                step 17
                Exception in thread "main" java.lang.IllegalStateException: no room
                \tat my.app.Main.main(Main.java:12)
                Caused by: java.io.IOException: the disk is full
                \tat my.app.Disk.write(Disk.java:3)
                \t... 3 more
                """;
        world.change("job-learner-0", pod -> new Pods(pod).failed(1, trace)).step();
        assertEquals("pod job-learner-0 failed with exit code 1: restart 1 of 1; it said: Exception in thread \"main\" "
                + "java.lang.IllegalStateException: no room | Caused by: java.io.IOException: the disk is full",
                world.status.conditions().getLast().message());
        world.running().change("job-learner-0", pod -> new Pods(pod).failed(2, "fine\n" + "\uD83D\uDE00".repeat(300))).step();
        assertEquals("pod job-learner-0 failed with exit code 2, and backoffLimit 1 is reached; it said: " + "\uD83D\uDE00".repeat(200)
                + " …", world.status.conditions().getLast().message());
    }

    @Test
    void afterTheFirstRestartTheNextOnesWaitLongerAndLonger() {
        World world = World.of(Yaml.tasks("backoffLimit: null", "learner*1")).running();
        for (long pause : List.of(0L, 1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L)) {
            Instant failed = world.change("job-learner-0", pod -> new Pods(pod).failed(1)).now;
            world.step();
            assertEquals(Phase.RESTARTING, world.phase());
            Decision decision = world.step();
            if (pause > 0) {
                assertEquals(Set.of(), world.names());
                assertEquals(Optional.of(failed.plusSeconds(pause)), decision.again());
                world.later(Duration.ofSeconds(pause));
            }
            world.running();
            assertEquals(Phase.RUNNING, world.phase());
        }
        assertEquals(9, world.status.counters().restarts());
    }

    @ParameterizedTest
    @CsvSource({"Evicted", "OutOfcpu", "Outofmemory", "UnexpectedAdmissionError", "NodeShutdown"})
    void whatTheClusterTakesAwayIsNoFailure(String reason) {
        World world = World.of(Yaml.tasks("backoffLimit: 0", "learner*1", "collector*1")).running();
        world.change("job-learner-0", pod -> new Pods(pod).failed(reason)).running();
        assertEquals(Phase.RUNNING, world.phase());
        assertEquals(new Counters(0, 1, 0), world.status.counters());
    }

    @Test
    void whatIsTakenAwayAgainAndAgainComesBackSlowerAndSlower() {
        World world = World.of(Yaml.tasks("", "learner*1", "collector*1")).running().later(Duration.ofHours(1));
        for (int pause : List.of(0, 1, 2, 4, 8, 16, 32, 60, 60)) {
            world.change("job-learner-0", pod -> new Pods(pod).failed("OutOfcpu"));
            Decision decision = settled(world);
            assertEquals(pause == 0, world.names().contains("job-learner-0"), "after a pause of " + pause);
            assertEquals(pause == 0 ? Optional.empty() : Optional.of(world.now.plusSeconds(pause)), decision.again());
            world.later(Duration.ofSeconds(pause)).settle();
        }
        assertEquals(9, world.status.counters().reschedules());
        assertEquals(0, world.status.counters().restarts());
    }

    private static Decision settled(World world) {
        world.settle();
        return world.decide();
    }

    @ParameterizedTest
    @CsvSource({"true, RUNNING", "false, FAILED"})
    void aPreemptibleJobMayBeTerminated(boolean preemptible, Phase phase) {
        World world = World.of(Yaml.tasks("backoffLimit: 0\npreemptible: " + preemptible, "learner*2")).running();
        world.all(pod -> new Pods(pod).on("node-" + pod.rank())).step();
        assertEquals(preemptible ? List.of("node-0", "node-1") : List.of(), world.status.tally().allocation());
        world.change("job-learner-0", pod -> new Pods(pod).failed(143)).running();
        assertEquals(phase, world.phase());
    }

    @Test
    void aDeadlineStopsEvenPodsThatWouldBeKept() {
        World world = World.of(Yaml.tasks("activeDeadlineSeconds: 60\ncleanPodPolicy: None", "learner*1", "collector*1"));
        world.running().change("job-learner-0", pod -> new Pods(pod).succeeded());
        assertEquals(Optional.of(world.now.plusSeconds(60)), world.decide().again());
        world.later(Duration.ofSeconds(60)).settle();
        assertEquals(Phase.FAILED, world.phase());
        assertEquals("the job was active for longer than activeDeadlineSeconds, which is 60",
                world.status.conditions().getLast().message());
        assertEquals(Set.of("job-learner-0"), world.names());
    }

    @Test
    void aJobGoesWhenItsTimeToLiveIsOver() {
        World world = World.of(Yaml.tasks("ttlSecondsAfterFinished: 30", "learner*1")).running();
        world.all(pod -> new Pods(pod).succeeded()).settle();
        assertEquals(Optional.of(world.now.plusSeconds(30)), world.decide().again());
        assertFalse(world.jobGone);
        world.later(Duration.ofSeconds(30)).step();
        assertTrue(world.jobGone);
    }

    @Test
    void aDeletedJobLeavesNothing() {
        World world = World.of(THREE).running();
        world.slowToLeave = true;
        world.deleting = true;
        world.step();
        assertFalse(world.jobGone, "its pods are still leaving");
        assertEquals(List.of(), world.decide().actions());
        world.sweep().step();
        assertTrue(world.jobGone);
    }

    @Test
    void aSuspendedJobGivesItsPodsBackAndGoesOnWithTheSameRanks() {
        World world = World.of(Yaml.tasks("activeDeadlineSeconds: 60", "learner*1", "collector*2")).running();
        world.change("job-collector-0", pod -> new Pods(pod).succeeded()).settle();
        world.job = Files.parse(Yaml.tasks("activeDeadlineSeconds: 60\nsuspend: true", "learner*1", "collector*2"));
        world.settle();
        assertEquals(Set.of("job-collector-0"), world.names(), "what is done is done");
        assertEquals(Phase.PENDING, world.phase());
        world.later(Duration.ofHours(1)).settle();
        assertEquals(Phase.PENDING, world.phase(), "the clock stands still");
        assertEquals(Optional.of(world.now.minus(Duration.ofHours(1))), world.status.started(), "when it was last active is not forgotten");
        world.job = Files.parse(Yaml.tasks("activeDeadlineSeconds: 60", "learner*1", "collector*2"));
        world.settle();
        assertEquals(2, world.pods.get("job-collector-1").rank());
        assertEquals(Optional.of(world.now), world.status.started());
        assertTrue(world.events.containsAll(List.of("Normal JobSuspended", "Normal JobResumed")), world.events::toString);
        assertEquals(1, world.events.stream().filter("Normal JobSuspended"::equals).count());
    }

    @Test
    void aJobMayBeBornSuspended() {
        World world = World.of(Yaml.tasks("suspend: true", "learner*1")).settle();
        assertEquals(Phase.PENDING, world.phase());
        assertEquals(Set.of(), world.names());
        assertEquals("the job is suspended: its pods are created when spec.suspend is false",
                world.status.conditions().getLast().message());
        world.job = Files.parse(Yaml.tasks("", "learner*1"));
        assertEquals(Phase.RUNNING, world.running().phase());
    }

    private static void assertReschedules(World world, String type, String message) {
        world.step();
        assertEquals(Phase.RESCHEDULING, world.phase());
        assertEquals(message, world.status.conditions().getLast().message());
        assertEquals(type + " JobRescheduling",
                world.events.stream().filter(event -> event.endsWith(" JobRescheduling")).toList().getLast());
    }

    @Test
    void whoAsksForMoreOrFewerPodsIsNotWarned() {
        World world = World.of(Yaml.tasks("", "learner*1", "collector*2")).running();
        world.job = Files.parse(Yaml.tasks("", "learner*1", "collector*4"));
        assertReschedules(world, "Normal", "5 pods are asked for and 3 exist: 2 are created");
        world.running().job = Files.parse(Yaml.tasks("", "learner*1", "collector*1"));
        assertReschedules(world, "Normal", "2 pods are asked for and 5 exist: 3 are deleted");
        world.running().job = Files.parse(Yaml.tasks("", "learner*1", "collector*1").replace("image: ding", "image: new"));
        assertReschedules(world, "Normal", "2 pods are asked for and 2 exist: 2 have an earlier template and are replaced");
    }

    @Test
    void podsThatDisappearAreAWarning() {
        World world = World.of(Yaml.tasks("", "learner*1", "collector*2")).running();
        world.pods.remove("job-collector-0");
        assertReschedules(world, "Warning", "3 pods are asked for and 2 exist: 1 is created");
        world.running().change("job-collector-0", pod -> new Pods(pod).deleting(world.now));
        assertReschedules(world, "Warning", "3 pods are asked for and 2 exist: 1 is being deleted and is created again");
        world.sweep().running().change("job-collector-0", pod -> new Pods(pod).failed("Evicted"));
        assertReschedules(world, "Warning", "3 pods are asked for and 3 exist: 1 was evicted or lost its node and is created again");
    }

    @Test
    void aChangedTemplateReplacesPodsOneByOne() {
        World world = World.of(THREE).running();
        world.job = Files.parse(THREE.replaceAll("(name: collector.*)image: ding", "$1image: new"));
        Set<String> untouched = new TreeSet<>(world.names());
        world.slowToLeave = true;
        for (String expected : List.of("job-collector-0", "job-collector-1")) {
            world.step();
            assertEquals(Set.of(expected), leaving(world));
            assertEquals(Phase.RESCHEDULING, world.phase());
            world.sweep().settle();
            assertEquals(Set.of(), leaving(world), "the next one waits until this one is ready");
            world.all(pod -> new Pods(pod).ready());
        }
        world.settle();
        assertEquals(Phase.RUNNING, world.phase());
        assertEquals(untouched, world.names());
        assertEquals(new Counters(0, 1, 0), world.status.counters(), "one reschedule for the whole change");
        assertEquals(1, world.events.stream().filter("Normal TemplateChanged"::equals).count());
        world.job = Files.parse(THREE.replaceAll("(name: (collector|learner).*)image: ding", "$1image: new"));
        world.settle();
        assertEquals(2, world.events.stream().filter("Normal TemplateChanged"::equals).count(), "another task's change is announced, too");
    }

    @Test
    void theFirstOfSeveralFailedPodsIsNamed() {
        World world = World.of(THREE).running();
        world.change("job-learner-0", pod -> new Pods(pod).failed(1))
                .change("job-collector-1", pod -> new Pods(pod).failed("DeadlineExceeded")).step();
        assertEquals("pod job-learner-0 failed with exit code 1, and 1 more: restart 1 of 2",
                world.status.conditions().getLast().message());
    }

    @Test
    void aTemplateThatNeverGetsReadyCanBeMended() {
        World world = World.of(THREE).running();
        world.job = Files.parse(THREE.replace("image: ding", "image: broken"));
        world.settle();
        assertEquals(1, world.pods.values().stream().filter(pod -> !pod.ready()).count(), "only one pod is risked");
        world.job = Files.parse(THREE);
        assertEquals(Phase.RUNNING, world.running().phase());
    }

    @Test
    void aPodThatFailsWithTheNewTemplateCountsAsRestart() {
        World world = World.of(Yaml.tasks("backoffLimit: 1", "learner*2")).running();
        world.job = Files.parse(Yaml.tasks("backoffLimit: 1", "learner*2").replace("image: ding", "image: bad"));
        for (int i = 0; i < 3; i++) {
            world.settle().all(pod -> pod.ready() ? pod : new Pods(pod).failed(1)).settle();
        }
        assertEquals(Phase.FAILED, world.phase());
    }

    @Test
    void changedLabelsApplyAtOnce() {
        World world = World.of(THREE).running();
        world.job = Files.parse(THREE.replaceFirst("template: \\{spec",
                "template: {metadata: {labels: {team: red}, annotations: {note: a, diengine/rank: '7'}}, spec"));
        world.settle();
        Pod learner = world.pods.get("job-learner-0");
        assertEquals(List.of("red", "a", "0"), List.of(learner.labels().get("team"), learner.annotations().get("note"),
                learner.annotations().get(Labels.RANK)));
        world.job = Files.parse(THREE);
        world.change("job-learner-0", pod -> new Pods(pod).on("n")).settle();
        learner = world.pods.get("job-learner-0");
        assertFalse(learner.labels().containsKey("team") || learner.annotations().containsKey("note"), "the template has lost them");
        assertEquals(List.of("0", "n"), List.of(learner.annotations().get(Labels.RANK), learner.annotations().get(Labels.NODE)));
        assertEquals(Phase.RUNNING, world.phase());
        assertEquals(Counters.ZERO, world.status.counters());
    }

    @Test
    void aGangThatFoundNoRoomTriesAgainLater() {
        World world = World.of(Yaml.tasks("gang: true", "learner*2")).settle();
        world.change("job-learner-0", pod -> new Pods(pod).ready());
        Decision waiting = world.step();
        assertEquals(Optional.of(world.now.plus(world.cluster.gangPatience())), waiting.again());
        world.later(world.cluster.gangPatience());
        Instant next = world.step().again().orElseThrow();
        assertEquals(Phase.PENDING, world.phase());
        assertEquals(Set.of(), world.settle().names());
        assertTrue(world.status.conditions().getLast().message()
                .startsWith("1 of 2 pods found room within 120 s: all are deleted and created again in "));
        world.later(Duration.between(world.now, next));
        assertEquals(2, world.settle().names().size());
        assertEquals(Phase.RUNNING, world.running().phase());
    }

    @Test
    void aSchedulerWithPodGroupsStartsGangs() {
        World world = World.of(Yaml.tasks("gang: true", "learner*2"));
        world.cluster = Cluster.USUAL.with(Cluster.Gang.VOLCANO);
        world.settle();
        assertEquals(OptionalInt.of(2), world.podGroup);
        world.later(Duration.ofHours(1)).settle();
        assertEquals(Phase.STARTING, world.phase(), "the scheduler waits, not we");
        world.running();
        world.job = Files.parse(Yaml.tasks("gang: true", "learner*3"));
        world.settle();
        assertEquals(OptionalInt.of(3), world.podGroup);
    }

    @Test
    void anElasticJobHasAsManyPodsAsWereAskedForWithinItsLimits() {
        World world = World.of(Yaml.elastic("minReplicas: 2\nmaxReplicas: 4")).running();
        assertEquals(Set.of("job-0-0", "job-0-1"), world.names());
        world.requested = OptionalInt.of(9);
        assertEquals(Set.of("job-0-0", "job-0-1", "job-0-2", "job-0-3"), world.running().names());
        world.requested = OptionalInt.of(0);
        assertEquals(Set.of("job-0-0", "job-0-1"), world.running().names());
    }

    @Test
    void anElasticJobWithoutPodsWaitsForSomebodyToAsk() {
        World world = World.of(Yaml.elastic("minReplicas: 0\nmaxReplicas: 4")).settle();
        assertEquals(Phase.PENDING, world.phase());
        world.requested = OptionalInt.of(1);
        assertEquals(Phase.RUNNING, world.running().phase());
        world.requested = OptionalInt.of(0);
        assertEquals(Phase.PENDING, world.running().phase());
        assertEquals(Set.of(), world.names());
    }

    @Test
    void aNewTemplateOfAnElasticJobIsANewGeneration() {
        World world = World.of(Yaml.elastic("minReplicas: 2\nmaxReplicas: 2")).running();
        world.job = Files.parse(Yaml.elastic("minReplicas: 2\nmaxReplicas: 2\nengineFields: {topology: mesh}"));
        for (int i = 0; i < 3; i++) {
            world.running();
        }
        assertEquals(Set.of("job-1-0", "job-1-1"), world.names());
        assertEquals("1", world.variables.get("job-1-1").get("DI_JOB_GENERATION"));
        assertEquals("--attach-to=tcp://job-1-0.job:22270", world.variables.get("job-1-1").get("DI_ATTACHED_NODES_ARG"));
    }

    @Test
    void aJobCannotTurnIntoOneOfAnotherShape() {
        World world = World.of(THREE).running();
        world.job = Files.parse(Yaml.elastic("maxReplicas: 2"));
        assertEquals(List.of(new Action.Announce(true, "ChangeRefused",
                "the job was started as one of kind tasks and cannot become one of kind elastic: delete it and create it again")),
                world.step().actions());
        assertEquals(List.of(), world.decide().actions(), "said once");
        assertEquals(4, world.names().size());
    }

    @Test
    void anOperatorThatStartsAnewHasNothingToDo() {
        World world = World.of(THREE).running();
        for (Phase phase : List.of(Phase.RUNNING, Phase.SUCCEEDED)) {
            assertEquals(phase, world.phase());
            Decision decision = world.decide();
            assertEquals(List.of(), decision.actions());
            assertEquals(world.status.tree(), decision.status().tree());
            world.all(pod -> new Pods(pod).succeeded()).settle();
        }
    }

    private static Set<String> leaving(World world) {
        Set<String> leaving = new TreeSet<>();
        world.pods.values().stream().filter(Pod::deleting).forEach(pod -> leaving.add(pod.name()));
        return leaving;
    }

    @Test
    void nothingOfAGangIsCreatedUntilAllFindRoom() {
        World world = World.of(Yaml.tasks("gang: true", "learner*1", "collector*2"));
        world.withoutRoom = List.of("job-learner-0");
        Decision decision = world.settle().decide();
        assertEquals(Phase.PENDING, world.phase());
        assertEquals(Set.of(), world.names());
        assertEquals("no node has room for pod job-learner-0 (nvidia.com/gpu: 1): the gang's 3 pods start together when all have room",
                world.status.conditions().getLast().message());
        assertEquals(List.of("Normal JobPending", "Normal GangWaits"), world.events, "told once");
        assertEquals(Optional.of(world.now.plusSeconds(5)), decision.again(), "room is looked for again");
        world.withoutRoom = List.of();
        assertEquals(Phase.STARTING, world.settle().phase());
        assertEquals(3, world.names().size());
    }

    @Test
    void aGangThatWaitsNamesTheSamePodAndTellsOfItOnce() {
        World world = World.of(Yaml.tasks("gang: true", "learner*1", "collector*2"));
        world.withoutRoom = List.of("job-learner-0");
        world.settle();
        Status before = world.status;
        world.withoutRoom = List.of("job-collector-1", "job-learner-0");
        assertEquals(before, world.settle().status, "the pod it names still has no room");
        world.lacks = "cpu: 2";
        assertEquals(Optional.of("no node has room for pod job-learner-0 (cpu: 2): the gang's 3 pods start together when all have room"),
                world.settle().status.waitsForRoom());
        world.lacks = "nvidia.com/gpu: 1";
        world.withoutRoom = List.of("job-collector-1");
        assertTrue(world.settle().status.conditions().getLast().message()
                .startsWith("no node has room for pod job-collector-1 (nvidia.com/gpu: 1): "));
        assertEquals(List.of("Normal JobPending", "Normal GangWaits"), world.events, "told once");
    }

    /// Two of three pods are created when the API server stumbles; a stranger takes the rest of the room.
    @Test
    void halfAGangIsDeletedWhenTheOthersHaveNoRoom() {
        World world = World.of(Yaml.tasks("gang: true", "learner*1", "collector*2"));
        world.step();
        world.pods.remove("job-collector-1");
        world.withoutRoom = List.of("job-collector-1");
        Decision decision = world.step();
        assertEquals(Set.of(), world.names());
        assertEquals(Phase.PENDING, world.phase());
        assertTrue(world.status.conditions().getLast().message()
                .startsWith(
                        "2 of the gang's 3 pods exist and no node has room for pod job-collector-1 (nvidia.com/gpu: 1): all are deleted"));
        world.later(Duration.between(world.now, decision.again().orElseThrow()));
        world.withoutRoom = List.of("job-learner-0", "job-collector-1");
        assertEquals(Set.of(), world.settle().names(), "it waits from then on");
        world.later(Duration.ofHours(1)).withoutRoom = List.of();
        assertEquals(Phase.STARTING, world.settle().phase());
    }

    @Test
    void halfAGangIsDeletedWhenTheOthersCannotBeCreated() {
        World world = World.of(Yaml.tasks("gang: true", "learner*1", "collector*2"));
        world.withoutRoom = List.of("job-learner-0");
        world.settle().later(Duration.ofHours(1)).withoutRoom = List.of();
        world.step();
        world.pods.remove("job-collector-1");
        Decision decision = world.step();
        assertEquals(3, world.names().size(), "it is tried again, however long the gang has waited for room");
        assertEquals(Optional.of(world.now.plus(world.cluster.gangPatience())), decision.again());
        world.pods.remove("job-collector-1");
        world.later(world.cluster.gangPatience()).step();
        assertEquals(Set.of(), world.names());
        assertTrue(
                world.status.conditions().getLast().message().startsWith("2 of the gang's 3 pods could be created within 120 s: all are"));
    }

    @Test
    void aGangThatWaitsKeepsNoPodsThatHaveEndedOrAreTooMany() {
        World world = World.of(Yaml.tasks("gang: true", "learner*1", "collector*2"));
        world.step();
        world.pods.remove("job-learner-0");
        world.change("job-collector-0", pod -> new Pods(pod).failed("Evicted")).change("job-collector-1", pod -> new Pods(pod).succeeded());
        world.withoutRoom = List.of("job-learner-0");
        assertEquals(Set.of("job-collector-1"), world.settle().names(), "one has done its work, and needs no room");
        assertTrue(world.status.conditions().getLast().message().startsWith("no node has room for pod job-learner-0"));
    }

    @Test
    void podsThatHaveNoNodeOrDoNotRunYetAreCounted() {
        World world = World.of(Yaml.tasks("", "learner*1", "collector*2"));
        world.step();
        assertEquals(3, world.status.tally().unscheduled(), "none is created yet");
        world.settle().change("job-learner-0", pod -> new Pods(pod).runningUnready()).change("job-collector-0",
                pod -> new Pods(pod).succeeded()).settle();
        assertEquals("1 0", world.status.tally().unscheduled() + " " + world.status.tally().starting());
        world.change("job-collector-1", pod -> new Pods(pod).scheduled()).settle();
        assertEquals("0 1", world.status.tally().unscheduled() + " " + world.status.tally().starting());
        assertEquals(0, world.running().status.tally().starting());
    }

    @Test
    void aNumberOfPodsThatARunningJobCannotHaveDoesNotStopIt() {
        World world = World.of(Yaml.tasks("", "learner*1", "collector*2")).running();
        world.job = Files.parse(Yaml.tasks("replicas: 0", "learner*1", "collector*2") + "status: {phase: Running}\n");
        world.settle();
        assertEquals(Set.of("job-learner-0", "job-collector-0"), world.names(), "the nearest number it can have");
        assertEquals("the change is not applied: spec.replicas is 0: the tasks beside collector have 1 pod, so it must be more than that; "
                + "suspend: true stops all pods", world.status.refusal());
        assertEquals(1, world.events.stream().filter("Warning ChangeRefused"::equals).count(), "said once");
        world.running().change("job-collector-0", pod -> new Pods(pod).failed(1)).later(Duration.ofMinutes(1)).settle()
                .later(Duration.ofMinutes(1)).settle();
        assertTrue(world.transitions.contains(Transition.FAILED_REPLACED), world.transitions::toString);
        world.job = Files.parse(Yaml.tasks("", "learner*1", "collector*2"));
        assertEquals("", world.settle().status.refusal());
    }

    /// It noted no refusal.
    @Test
    void aJobThatAnEarlierOperatorRefusedBeginsWhenItIsCorrected() {
        World world = World.of(Yaml.tasks("", "learner*1"));
        world.status = Status.read(Map.of("phase", "Failed", "conditions", List.of(Map.of("type", "Failed", "status", "True", "message",
                "the job is not valid: spec.tasks[0].type is missing"))));
        assertEquals(Phase.STARTING, world.settle().phase());
    }

    private static Decision refuse(World world, String terms) {
        Reading reading = ManifestReader.yaml(Yaml.tasks(terms + "\nvolumes: 7", "learner*1", "collector*2")).getFirst();
        return Lifecycle.refuse((Reading.Bad) reading, world.observe(), world.cluster);
    }

    @Test
    void aJobWhoseLastChangeIsNotValidStillEnds() {
        World world = World.of(Yaml.tasks("", "learner*1", "collector*2")).running();
        world.apply(refuse(world, ""));
        assertEquals(Phase.RUNNING, world.phase());
        assertEquals(3, world.names().size());
        world.all(pod -> new Pods(pod).succeeded()).apply(refuse(world, ""));
        assertEquals(Phase.SUCCEEDED, world.phase());

        World killed = World.of(Yaml.tasks("", "learner*1", "collector*2")).running();
        killed.apply(refuse(killed, "suspend: true"));
        assertEquals(Set.of(), killed.names());

        World late = World.of(Yaml.tasks("", "learner*1", "collector*2")).running();
        Decision decision = refuse(late, "activeDeadlineSeconds: 60");
        assertEquals(Optional.of(late.status.started().orElseThrow().plusSeconds(60)), decision.again());
        late.later(Duration.ofMinutes(2)).apply(refuse(late, "activeDeadlineSeconds: 60"));
        assertEquals(Phase.FAILED, late.phase());
        assertEquals(Set.of(), late.names());
    }
}
