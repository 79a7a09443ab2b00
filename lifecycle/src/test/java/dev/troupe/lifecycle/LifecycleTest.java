package dev.troupe.lifecycle;

import static dev.troupe.dijob.Phase.FAILED;
import static dev.troupe.dijob.Phase.NONE;
import static dev.troupe.dijob.Phase.PENDING;
import static dev.troupe.dijob.Phase.RESCHEDULING;
import static dev.troupe.dijob.Phase.RESTARTING;
import static dev.troupe.dijob.Phase.RUNNING;
import static dev.troupe.dijob.Phase.STARTING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Files;
import dev.troupe.dijob.ManifestReader;
import dev.troupe.dijob.Phase;
import dev.troupe.dijob.Reading;
import dev.troupe.dijob.Yaml;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The table of phases, row by row.
final class LifecycleTest {
    private static final String JOB = Yaml.tasks("backoffLimit: 1", "learner*1", "collector*2");
    private static final String CHIEF = JOB.replace("backoffLimit: 1", "successPolicy: ChiefWorker");
    private static final String DEADLINE = Yaml.tasks("activeDeadlineSeconds: 60", "learner*1");

    /// One way through one row.
    ///
    /// @param before brings the job into the phase
    /// @param when what happens then
    record Row(Phase from, Transition transition, String yaml, Consumer<World> before, Consumer<World> when, Set<String> done) {
        @Override
        public String toString() {
            return from + " " + transition;
        }
    }

    private static Row row(Phase from, Transition transition, String yaml, Consumer<World> before, Consumer<World> when, String... done) {
        return new Row(from, transition, yaml, before, when, new LinkedHashSet<>(List.of(done)));
    }

    private static void endChief(World world) {
        world.change("job-learner-0", pod -> new Pods(pod).succeeded()).change("job-collector-1", pod -> new Pods(pod).failed(1));
    }

    private static void into(World world, Phase phase) {
        switch (phase) {
            case NONE -> {
            }
            case PENDING -> world.step();
            case STARTING -> world.settle();
            case RUNNING -> world.running();
            case RESTARTING -> {
                world.slowToLeave = true;
                world.running().change(world.names().iterator().next(), pod -> new Pods(pod).failed(1)).step();
            }
            case RESCHEDULING -> {
                world.slowToLeave = true;
                world.running().delete(world.names().iterator().next());
                world.step();
            }
            case FAILED -> world.apply(Lifecycle.refuse(bad("type: none, name: x"), world.observe(), world.cluster));
            case SUCCEEDED -> throw new IllegalArgumentException("nothing follows");
        }
    }

    private static Stream<Row> fromEach(Transition transition, String yaml, Consumer<World> when, String... done) {
        return transition.from().stream().sorted().map(from -> row(from, transition, yaml, LifecycleTest::nothing, when, done));
    }

    static Stream<Row> rows() {
        String coordinated = Files.text("seed-002.yaml");
        String gang = Yaml.tasks("gang: true", "learner*1", "collector*2");
        return Stream.of(
                Stream.of(row(NONE, Transition.SEEN, JOB, LifecycleTest::nothing, LifecycleTest::nothing, "CreateToken job-token-u1",
                        "CreateService di-job", "CreatePod job-learner-0",
                        "CreatePod job-collector-0",
                        "CreatePod job-collector-1")),
                Stream.of(row(FAILED, Transition.CORRECTED, JOB, LifecycleTest::nothing, LifecycleTest::nothing)),
                Stream.of(row(PENDING, Transition.ALL_CREATED, JOB, LifecycleTest::nothing, LifecycleTest::nothing)),
                Stream.of(
                        row(STARTING, Transition.ALL_READY, JOB, LifecycleTest::nothing, world -> world.all(pod -> new Pods(pod).ready()))),
                Stream.of(row(STARTING, Transition.ALL_READY, JOB, LifecycleTest::nothing,
                        world -> world.all(pod -> new Pods(pod).ready()).change("job-learner-0", pod -> new Pods(pod).succeeded()))),
                fromEach(Transition.ALL_SUCCEEDED, JOB, world -> world.all(pod -> new Pods(pod).succeeded()), "DeleteService di-job"),
                Stream.of(STARTING, RUNNING).map(from -> row(from, Transition.CHIEF_SUCCEEDED, CHIEF, LifecycleTest::nothing,
                        LifecycleTest::endChief, "DeleteService di-job", "DeletePod job-collector-0")),
                Stream.of(RESTARTING, RESCHEDULING).map(from -> row(from, Transition.CHIEF_SUCCEEDED, CHIEF, LifecycleTest::nothing,
                        LifecycleTest::endChief, "DeleteService di-job")),
                fromEach(Transition.POD_FAILED, JOB, world -> world.change("job-collector-1", pod -> new Pods(pod).failed(2)),
                        "DeletePod job-collector-1"),
                fromEach(Transition.POD_FAILED, JOB, world -> world.change("job-collector-1", pod -> new Pods(pod).unknown()),
                        "DeletePod job-collector-1"),
                fromEach(Transition.LIMIT_REACHED, JOB.replace("backoffLimit: 1", "backoffLimit: 0"),
                        world -> world.change("job-collector-1", pod -> new Pods(pod).failed(2)), "DeleteService di-job",
                        "DeletePod job-learner-0",
                        "DeletePod job-collector-0"),
                fromEach(Transition.PODS_DIFFER, JOB, world -> world.pods.remove("job-collector-0"), "CreatePod job-collector-0"),
                fromEach(Transition.PODS_DIFFER, JOB, world -> world.change("job-collector-0", pod -> new Pods(pod).deleting(world.now))),
                fromEach(Transition.PODS_DIFFER, JOB, world -> world.change("job-collector-0", pod -> new Pods(pod).failed("Evicted")),
                        "DeletePod job-collector-0"),
                fromEach(Transition.PODS_DIFFER, JOB, world -> world.job = Files.parse(Yaml.tasks("", "learner*1", "collector*3")),
                        "CreatePod job-collector-2"),
                fromEach(Transition.PODS_DIFFER, JOB, world -> world.job = Files.parse(Yaml.tasks("", "learner*1", "collector*1")),
                        "DeletePod job-collector-1"),
                fromEach(Transition.PODS_DIFFER, JOB, world -> world.job = Files.parse(Yaml.tasks("", "learner*1")),
                        "DeletePod job-collector-0",
                        "DeletePod job-collector-1"),
                Stream.of(row(RESTARTING, Transition.FAILED_REPLACED, JOB, LifecycleTest::nothing, world -> {
                    world.sweep().step();
                    assertEquals(RESTARTING, world.phase());
                })),
                Stream.of(row(RESCHEDULING, Transition.COUNT_RIGHT, JOB, LifecycleTest::nothing, world -> {
                    world.sweep().step();
                    assertEquals(RESCHEDULING, world.phase());
                })),
                Stream.of(row(RESCHEDULING, Transition.NONE_WANTED, Yaml.elastic("minReplicas: 0\nmaxReplicas: 2"),
                        world -> world.requested = java.util.OptionalInt.of(1), world -> {
                            world.requested = java.util.OptionalInt.of(0);
                            world.sweep();
                        })),
                Stream.of(row(PENDING, Transition.GANG_RELEASED, gang, LifecycleTest::nothing, world -> {
                    world.pods.remove("job-collector-0");
                    world.withoutRoom = List.of("job-collector-0");
                }, "DeletePod job-learner-0", "DeletePod job-collector-1")),
                Stream.of(row(STARTING, Transition.GANG_RELEASED, gang, LifecycleTest::nothing,
                        world -> world.change("job-learner-0", pod -> new Pods(pod).scheduled()).later(Duration.ofMinutes(2)),
                        "DeletePod job-learner-0",
                        "DeletePod job-collector-0", "DeletePod job-collector-1")),
                Stream.of(STARTING, RUNNING)
                        .map(from -> row(from, Transition.SUSPENDED, JOB, LifecycleTest::nothing, LifecycleTest::suspend,
                                "DeletePod job-learner-0",
                                "DeletePod job-collector-0", "DeletePod job-collector-1")),
                Stream.of(RESTARTING, RESCHEDULING)
                        .map(from -> row(from, Transition.SUSPENDED, JOB, LifecycleTest::nothing, LifecycleTest::suspend,
                                "DeletePod job-learner-0", "DeletePod job-collector-1")),
                Stream.of(PENDING, STARTING, RUNNING).map(from -> row(from, Transition.DEADLINE_PASSED, DEADLINE, LifecycleTest::nothing,
                        world -> world.later(Duration.ofMinutes(1)), "DeleteService di-job", "DeletePod job-learner-0")),
                Stream.of(RESTARTING, RESCHEDULING).map(from -> row(from, Transition.DEADLINE_PASSED, DEADLINE, LifecycleTest::nothing,
                        world -> world.later(Duration.ofMinutes(1)), "DeleteService di-job")),
                Stream.of(row(PENDING, Transition.COORDINATOR_RUNS, coordinated, LifecycleTest::nothing,
                        world -> world.all(pod -> new Pods(pod).runningUnready()),
                        "CreateService qbert-dqn-coordinator")),
                Stream.of(row(RUNNING, Transition.COORDINATOR_GONE, coordinated, LifecycleTest::nothing, world -> world.pods.clear(),
                        "CreatePod qbert-dqn-coordinator",
                        "DeleteService qbert-dqn-coordinator")),
                Stream.of(row(RUNNING, Transition.COORDINATOR_GONE, coordinated, LifecycleTest::nothing,
                        world -> world.all(pod -> new Pods(pod).failed("OutOfcpu")),
                        "DeletePod qbert-dqn-coordinator")),
                fromEach(Transition.COORDINATOR_SUCCEEDED, coordinated, world -> world.services.add("s"), "DeleteService s")
                        .map(row -> row(row.from(), row.transition(), row.yaml(), row.before(),
                                world -> world.all(pod -> new Pods(pod).succeeded()).services.clear())),
                fromEach(Transition.COORDINATOR_FAILED, coordinated, world -> world.all(pod -> new Pods(pod).failed(1)).services.clear()))
                .flatMap(rows -> rows);
    }

    private static void nothing(World world) {}

    private static void suspend(World world) {
        world.job = Files.parse(Yaml.tasks("suspend: true", "learner*1", "collector*2"));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aRowOfTheTableIsFollowed(Row row) {
        World world = World.of(row.yaml());
        row.before().accept(world);
        into(world, row.from());
        assertEquals(row.from(), world.phase());
        row.when().accept(world);
        Decision decision = world.step();
        assertEquals(List.of(row.transition()), decision.transition().stream().toList(), () -> decision.status().toString());
        assertEquals(row.transition().to(), world.phase());
        assertEquals(row.done(), done(decision), "actions");
        assertCondition(world);
        assertEvent(row.transition(), world);
    }

    @Test
    void everyRowIsExercised() {
        Set<String> exercised = new LinkedHashSet<>();
        rows().forEach(row -> exercised.add(row.from() + " " + row.transition()));
        Transition.REFUSED.from().forEach(from -> exercised.add(from + " " + Transition.REFUSED)); // below
        Set<String> declared = new LinkedHashSet<>();
        Lifecycle.table().forEach(transition -> transition.from().forEach(from -> declared.add(from + " " + transition)));
        declared.removeAll(exercised);
        assertEquals(Set.of(), declared, "rows of the table that no test goes through");
    }

    @Test
    void everyPhaseIsReachedAndOnlyJobsThatWereNotValidAreTakenUpAfterTheirEnd() {
        Set<Phase> reached = EnumSet.of(NONE);
        Set<Phase> left = EnumSet.noneOf(Phase.class);
        Lifecycle.table().forEach(transition -> {
            if (transition.from().contains(FAILED)) {
                assertTrue(Set.of(Transition.REFUSED, Transition.CORRECTED).contains(transition), transition::toString);
            }
            reached.add(transition.to());
            left.addAll(transition.from());
        });
        assertEquals(EnumSet.allOf(Phase.class), reached);
        assertEquals(EnumSet.complementOf(EnumSet.of(Phase.SUCCEEDED)), left);
    }

    @Test
    void anInvalidJobFailsBeforeItHasPodsAndIsLeftAloneAfter() {
        Reading.Bad bad = bad("type: none, name: x");
        for (Phase phase : List.of(NONE, PENDING)) {
            World world = World.of(JOB);
            into(world, phase);
            world.pods.clear();
            Decision decision = Lifecycle.refuse(bad, world.observe(), world.cluster);
            assertEquals(Transition.REFUSED, decision.transition().orElseThrow());
            assertEquals("the job is not valid: " + bad.sentences(), decision.status().conditions().getLast().message());
            world.apply(decision);
            assertEquals(List.of(), Lifecycle.refuse(bad, world.observe(), world.cluster).actions(), "said once");
        }
        World world = World.of(JOB).running();
        Decision decision = Lifecycle.refuse(bad, world.observe(), world.cluster);
        assertEquals(RUNNING, decision.status().phase());
        assertEquals(
                List.of(new Action.Announce(true, "ChangeRefused", "the change is not applied: the job is not valid: " + bad.sentences())),
                decision.actions());
        world.apply(decision);
        assertEquals(List.of(), Lifecycle.refuse(bad, world.observe(), world.cluster).actions(), "said once");
        assertTrue(world.settle().status.refusal().isEmpty(), "a valid job takes the refusal back");
    }

    private static Reading.Bad bad(String mistake) {
        return (Reading.Bad) ManifestReader.yaml(JOB.replace("type: learner", mistake)).getFirst();
    }

    @Test
    void anInvalidJobIsTakenUpWhenItIsCorrected() {
        for (Phase phase : List.of(NONE, PENDING)) {
            World world = World.of(JOB);
            into(world, phase);
            world.pods.clear();
            world.apply(Lifecycle.refuse(bad("type: none, name: x"), world.observe(), world.cluster));
            Decision other = Lifecycle.refuse(bad("type: trainer"), world.later(Duration.ofSeconds(1)).observe(), world.cluster);
            assertEquals(Transition.REFUSED, other.transition().orElseThrow(), "another mistake is told");
            world.apply(other);
            world.job = Files.parse(Yaml.elastic("minReplicas: 2"));
            world.later(Duration.ofSeconds(1)).settle();
            assertEquals(STARTING, world.phase());
            assertEquals("elastic", world.status.shape(), "what it was before does not bind it");
            assertEquals(Set.of("job-0-0", "job-0-1"), world.names());
            assertTrue(world.status.ended().isEmpty() && world.status.refusal().isEmpty(), world.status::toString);
        }
    }

    @Test
    void aJobThatRanAndFailedIsNotTakenUpWhenItIsChanged() {
        World world = World.of(JOB.replace("backoffLimit: 1", "backoffLimit: 0")).running();
        world.all(pod -> new Pods(pod).failed(1)).settle();
        assertEquals(FAILED, world.phase());
        world.pods.clear();
        assertTrue(Lifecycle.refuse(bad("type: none, name: x"), world.observe(), world.cluster).transition().isEmpty());
        world.job = Files.parse(JOB);
        assertEquals(FAILED, world.settle().phase());
        assertEquals(Set.of(), world.names());
        Status foreign = Status.read(java.util.Map.of("phase", "Failed"));
        assertFalse(foreign.refused(), "one of another operator, whose shape we do not know");
    }

    private static Set<String> done(Decision decision) {
        Set<String> done = new LinkedHashSet<>();
        for (Action action : decision.actions()) {
            switch (action) {
                case Action.CreateToken(TokenSecret secret) -> done.add("CreateToken " + secret.name());
                case Action.CreateService(Service service) -> done.add("CreateService " + service.name());
                case Action.DeleteService(String name) -> done.add("DeleteService " + name);
                case Action.CreatePod(NewPod pod) -> done.add("CreatePod " + pod.name());
                case Action.DeletePod(String name, String why) -> {
                    assertFalse(why.isEmpty());
                    done.add("DeletePod " + name);
                }
                case Action.Announce _ -> {
                }
                case Action.CreateAddresses _,Action.ForceDeletePod _,Action.RelabelPod _,Action.CreatePodGroup _ ->
                        done.add(action.toString());
                case Action.DeleteJob _,Action.Release _ ->
                        done.add(action.toString());
            }

        }
        return done;
    }

    private static void assertCondition(World world) {
        Condition last = world.status.conditions().getLast();
        assertEquals(world.phase(), last.type());
        assertEquals(1, world.status.conditions().stream().filter(Condition::current).count());
        assertTrue(last.current());
        assertFalse(last.message().isEmpty());
        assertEquals(world.now, last.since());
    }

    private static void assertEvent(Transition transition, World world) {
        String name = "Job" + transition.to().word();
        String event = world.events.stream().filter(each -> each.endsWith(" " + name)).reduce((_, last) -> last).orElseThrow();
        if (transition.to() != RESCHEDULING) { // where it depends on the cause
            assertEquals((Set.of(RESTARTING, FAILED).contains(transition.to()) ? "Warning " : "Normal ") + name, event);
        }
        assertEquals(1, world.events.stream().skip(world.events.lastIndexOf(event)).filter(event::equals).count(),
                () -> world.events.toString());
    }
}
