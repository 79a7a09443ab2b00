package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Eventually.eventually;
import static dev.troupe.runtime.behaviour.Mode.CLUSTER;
import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static dev.troupe.runtime.behaviour.Mode.LOCAL;
import static dev.troupe.runtime.behaviour.Mode.SHARED_CLUSTER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.runtime.Troupe;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import io.ray.api.exception.RayActorException;
import io.ray.api.exception.RayTimeoutException;
import io.ray.api.options.CallOptions;
import io.ray.api.runtimecontext.ActorState;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

final class ResourcesTest {
    private static final String ONE_CPU = "ray.head-args.0=--num-cpus=1";
    private static final String TWO_CPUS = "ray.head-args.0=--num-cpus=2";
    private static final String FOUR_CPUS = "ray.head-args.0=--num-cpus=4";
    private static final String FOUR_OF_A = "ray.head-args.1=--resources={\"RES-A\":4}";

    private static int square(int number) {
        return number * number;
    }

    private static int waitAt(Gate gate) throws InterruptedException {
        return gate.pass(1);
    }

    @In(value = {EMBEDDED, LOCAL}, with = {FOUR_CPUS, FOUR_OF_A})
    void aTaskMayAskForEverythingThereIs() {
        assertEquals(100, Ray.task(ResourcesTest::square, 10).setResource("CPU", 4.0).remote().get());
        var second = Ray.task(ResourcesTest::square, 10).setResources(Map.of("CPU", 4.0, "RES-A", 4.0)).remote();
        assertEquals(List.of(second), Ray.wait(List.of(second), 1, 5000).getReady());
    }

    @In(value = {EMBEDDED, LOCAL, SHARED_CLUSTER}, with = FOUR_CPUS)
    void workThatFitsNowhereWaitsAndSaysWhy() {
        var fitting = Ray.actor(Counter::new, 1).setResource("CPU", 2.0).remote();
        assertEquals(1, fitting.task(Counter::value).remote().get());
        var tooLarge = Ray.actor(Counter::new, 1).setResource("CPU", 8.0).remote();
        var call = tooLarge.task(Counter::value).remote();
        assertEquals(List.of(call), Ray.wait(List.of(call), 1, 200).getUnready());
        var nowhere = Ray.task(ResourcesTest::square, 10).setResource("NOT-THERE", 1.0).remote();
        assertEquals(List.of(nowhere), Ray.wait(List.of(nowhere), 1, 200).getUnready());
        eventually("the head says why", () -> whyLate(nowhere).contains("waits: no node has CPU 1, NOT-THERE 1: add such a node"));
        assertTrue(whyLate(nowhere).contains("ResourcesTest.square"), () -> whyLate(nowhere));
        eventually("for actors, too", () -> whyLate(call).contains("its actor waits: no node has CPU 8: add such a node"));
        Troupe.cancel(nowhere);
        tooLarge.kill();
    }

    /// However short it waits: head and driver are in one process, and know at once.
    @In({EMBEDDED, LOCAL, CLUSTER})
    void aShortGetOfWorkThatFitsNowhereSaysWhy() {
        var nowhere = Ray.task(ResourcesTest::square, 10).setResource("NOT-THERE", 1.0).remote();
        var late = assertThrows(RayTimeoutException.class, () -> nowhere.get(400));
        assertTrue(late.getMessage().contains("it waits: no node has CPU 1, NOT-THERE 1: add such a node"), late.getMessage());
        var tooLarge = Ray.actor(Counter::new, 1).setResource("CPU", 10_000.0).remote();
        var call = tooLarge.task(Counter::value).remote();
        var lateCall = assertThrows(RayTimeoutException.class, () -> call.get(400));
        assertTrue(lateCall.getMessage().contains("its actor waits: no node has CPU 10000: add such a node"), lateCall.getMessage());
        Troupe.cancel(nowhere);
        tooLarge.kill();
    }

    private static String whyLate(ObjectRef<?> ref) {
        return assertThrows(RayTimeoutException.class, () -> ref.get(1)).getMessage();
    }

    @In(value = EMBEDDED, started = false)
    void workThatFitsNowhereIsLogged() {
        try (var said = new Said()) {
            Ray.init();
            var nowhere = Ray.task(ResourcesTest::square, 10).setResource("NOT-THERE", 1.0).remote();
            eventually(() -> "why in " + said.text(), () -> said.contains("a task waits: no node has CPU 1, NOT-THERE 1"));
            assertEquals(List.of(nowhere), Ray.wait(List.of(nowhere), 1, 1).getUnready());
            Ray.shutdown();
        }
    }

    @In(value = {EMBEDDED, LOCAL, SHARED_CLUSTER}, with = FOUR_CPUS)
    void nothingOfAResourceIsEverywhere() {
        assertEquals(1, Ray.actor(Counter::new, 1).setResource("CPU", 0.0).remote().task(Counter::value).remote().get());
        assertEquals(1, Ray.actor(Counter::new, 1).setResource("A", 0.0).remote().task(Counter::value).remote().get());
    }

    @In(value = {EMBEDDED, LOCAL, CLUSTER}, with = TWO_CPUS)
    void aTaskNeedsOneCpuUnlessToldOtherwise() {
        var gate = Gate.shut();
        var tasks = IntStream.range(0, 3).mapToObj(_ -> Ray.task(ResourcesTest::waitAt, gate).remote()).toList();
        gate.awaitArrivals(2);
        assertEquals(3, Ray.wait(tasks, 1, 100).getUnready().size());
        assertEquals(2, gate.arrived(), "two CPUs, two tasks");
        gate.open();
        assertEquals(List.of(1, 1, 1), Ray.get(tasks));
    }

    @In(value = EMBEDDED, with = {ONE_CPU, FOUR_OF_A})
    void fractionsShareAResource() {
        var gate = Gate.shut();
        var tasks = IntStream.range(0, 3).mapToObj(_ -> Ray.task(ResourcesTest::waitAt, gate).setResource("CPU", 0.5).remote()).toList();
        gate.awaitArrivals(2);
        assertEquals(3, Ray.wait(tasks, 1, 100).getUnready().size());
        assertEquals(2, gate.arrived(), "two halves of one CPU");
        gate.open();
        assertEquals(List.of(1, 1, 1), Ray.get(tasks));
    }

    @In(value = EMBEDDED, with = {FOUR_CPUS, FOUR_OF_A})
    void ownResourcesLimitWhatRunsAtOnce() {
        var gate = Gate.shut();
        var tasks = IntStream.range(0, 3).mapToObj(_ -> Ray.task(ResourcesTest::waitAt, gate).setResource("RES-A", 2.0).remote()).toList();
        gate.awaitArrivals(2);
        assertEquals(3, Ray.wait(tasks, 1, 100).getUnready().size());
        assertEquals(2, gate.arrived());
        gate.open();
        assertEquals(List.of(1, 1, 1), Ray.get(tasks));
    }

    private static int deep(int depth) {
        return depth == 0 ? 1 : Ray.task(ResourcesTest::deep, depth - 1).remote().get();
    }

    @In(value = {EMBEDDED, CLUSTER}, with = ONE_CPU)
    void aTaskThatWaitsInGetLendsItsCpu() {
        assertEquals(1, Ray.task(ResourcesTest::deep, 20).remote().get());
    }

    @In(value = EMBEDDED, with = TWO_CPUS)
    void anActorHoldsItsResourcesAsLongAsItLives() {
        var counter = Ray.actor(Counter::new, 1).setResource("CPU", 2.0).remote();
        assertEquals(1, counter.task(Counter::value).remote().get());
        var task = Ray.task(ResourcesTest::square, 3).remote();
        assertEquals(List.of(task), Ray.wait(List.of(task), 1, 100).getUnready());
        counter.kill();
        assertEquals(9, task.get());
    }

    /// Asks tasks and needs a CPU itself.
    static final class Asker {
        private final int atBirth = square();

        private static int square() {
            return Ray.task(ResourcesTest::square, 3).remote().get();
        }

        int ask() {
            return atBirth + square();
        }
    }

    @In(value = {EMBEDDED, CLUSTER}, with = ONE_CPU)
    void anActorThatWaitsInGetLendsItsCpu() {
        assertEquals(18, Ray.actor(Asker::new).setResource("CPU", 1.0).remote().task(Asker::ask).remote().get());
    }

    @In(value = EMBEDDED, with = TWO_CPUS)
    void anActorHoldsNothingWhileItsArgumentsAreComputed() {
        var gate = Gate.shut();
        var counter = Ray.actor(Counter::new, Ray.task(ResourcesTest::waitAt, gate).remote()).setResource("CPU", 1.0).remote();
        gate.awaitArrivals(1);
        assertEquals(9, Ray.task(ResourcesTest::square, 3).remote().get());
        assertEquals(1, Ray.getRuntimeContext().getAllActorInfo(null, ActorState.DEPENDENCIES_UNREADY).size());
        gate.open();
        assertEquals(1, counter.task(Counter::value).remote().get());
    }

    /// Does not care for interruptions.
    static final class Deaf {
        int waitAt(Gate gate) {
            int interruptions = 0;
            while (true) {
                try {
                    return gate.pass(interruptions);
                } catch (InterruptedException e) {
                    interruptions++;
                }
            }
        }
    }

    @In(value = EMBEDDED, with = ONE_CPU)
    void aKilledActorThatRunsOnKeepsItsCpuAndIsLogged() {
        try (var said = new Said()) {
            var gate = Gate.shut();
            var deaf = Ray.actor(Deaf::new).setResource("CPU", 1.0).remote();
            var call = deaf.task(Deaf::waitAt, gate).remote();
            gate.awaitArrivals(1);
            deaf.kill();
            assertThrows(RayActorException.class, () -> call.get(), "its callers need not wait");
            var task = Ray.task(ResourcesTest::square, 3).remote();
            eventually(() -> "a warning in " + said.text(), () -> said.contains("still runs"));
            assertTrue(said.contains("Deaf"), said.text());
            assertEquals(List.of(task), Ray.wait(List.of(task), 1, 100).getUnready());
            gate.open();
            assertEquals(9, task.get());
        }
    }

    @In(value = EMBEDDED, with = ONE_CPU)
    void anActorKilledInItsConstructorLeavesItsCpu() {
        var gate = Gate.shut();
        var slow = Ray.actor(Counter::behind, gate).setResource("CPU", 1.0).remote();
        gate.awaitArrivals(1);
        slow.kill();
        assertEquals(9, Ray.task(ResourcesTest::square, 3).remote().get());
    }

    /// Sees which devices it was given.
    static final class Gpu {
        List<Long> ids() {
            return Ray.getRuntimeContext().getGpuIds();
        }

        String visible() {
            return Objects.toString(System.getenv("CUDA_VISIBLE_DEVICES"));
        }
    }

    @In(value = CLUSTER, with = "ray.head-args.0=--num-gpus=3")
    void gpusAreGivenByNumberAndHalvesShareOne() {
        var whole = Ray.actor(Gpu::new).setResource("GPU", 1.0).remote();
        var other = Ray.actor(Gpu::new).setResource("GPU", 1.0).remote();
        var half = Ray.actor(Gpu::new).setResource("GPU", 0.5).remote();
        var otherHalf = Ray.actor(Gpu::new).setResource("GPU", 0.5).remote();
        var ids = Ray.get(List.of(whole.task(Gpu::ids).remote(), other.task(Gpu::ids).remote(), half.task(Gpu::ids).remote(),
                otherHalf.task(Gpu::ids).remote()));
        assertEquals(List.of(1, 1, 1, 1), ids.stream().map(List::size).toList());
        assertNotEquals(ids.get(0), ids.get(1));
        assertEquals(ids.get(2), ids.get(3));
        assertNotEquals(ids.get(0), ids.get(2));
        assertNotEquals(ids.get(1), ids.get(2));
        var actors = List.of(whole, other, half, otherHalf);
        for (int i = 0; i < actors.size(); i++) {
            assertEquals(ids.get(i).getFirst().toString(), actors.get(i).task(Gpu::visible).remote().get());
        }
        assertEquals("", Ray.actor(Gpu::new).remote().task(Gpu::visible).remote().get(), "no GPU was asked for");
        whole.kill();
        assertEquals(ids.getFirst(), Ray.task(ResourcesTest::gpus).setResource("GPU", 1.0).remote().get());
    }

    private static List<Long> gpus() {
        return Ray.getRuntimeContext().getGpuIds();
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void workThatAskedForNoGpuHasNone() {
        assertEquals(List.of(), Ray.task(ResourcesTest::gpus).remote().get());
        assertEquals(List.of(), Ray.getRuntimeContext().getGpuIds());
    }

    @In(value = {EMBEDDED, LOCAL}, with = {FOUR_CPUS, FOUR_OF_A})
    void theNodeSaysWhatItHas() {
        var resources = Ray.getRuntimeContext().getAllNodeInfo().getFirst().resources;
        assertEquals(4.0, resources.get("CPU"));
        assertEquals(4.0, resources.get("RES-A"));
    }

    @In(EMBEDDED)
    void withoutSettingsTheMachinesProcessorsCount() {
        var resources = Ray.getRuntimeContext().getAllNodeInfo().getFirst().resources;
        assertEquals(Runtime.getRuntime().availableProcessors(), resources.get("CPU"));
        assertTrue(resources.get("memory") > 0);
        assertTrue(resources.get("object_store_memory") > 0);
    }

    private static CallOptions options(Map<String, Double> resources) {
        return new CallOptions.Builder().setResources(resources).build();
    }

    @In(EMBEDDED)
    void amountsMayBeFractionsBelowOneAndWholeAbove() {
        assertEquals(4, options(Map.of("CPU", 0.5, "GPU", 3.0, "memory", 1024.0, "A", 4294967296.0)).resources.size());
        assertThrows(IllegalArgumentException.class, () -> options(Map.of("CPU", 3.5)));
    }

    @In(EMBEDDED)
    void amountsMustNotBeNullOrNegative() {
        assertThrows(IllegalArgumentException.class, () -> options(new HashMap<>(Collections.singletonMap("CPU", null))));
        assertThrows(IllegalArgumentException.class, () -> options(Map.of("CPU", -1.0)));
    }

    @In(EMBEDDED)
    void anAmountOfZeroIsNoWish() {
        assertEquals(Map.of("CPU", 1.0), options(Map.of("CPU", 1.0, "A", 0.0)).resources);
    }
}
