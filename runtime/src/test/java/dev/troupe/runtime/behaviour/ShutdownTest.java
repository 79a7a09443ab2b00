package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Mode.CLUSTER;
import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static dev.troupe.runtime.behaviour.Mode.LOCAL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.runtime.Troupe;
import io.ray.api.ActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.PlacementGroups;
import io.ray.api.Ray;
import io.ray.api.options.PlacementGroupCreationOptions;
import io.ray.api.placementgroup.PlacementStrategy;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;

/// What `Ray.shutdown()` means for those who still use Ray.
final class ShutdownTest {
    private static final int LARGE = 1 << 18;
    private static final int EACH = 3;

    private static int waitAt(Gate gate) throws InterruptedException {
        return gate.pass(1);
    }

    private static int one() {
        return 1;
    }

    /// What a thread does until it cannot.
    private interface Step {
        void run() throws Exception;
    }

    private static PlacementGroupCreationOptions whatFitsNowhere() {
        return new PlacementGroupCreationOptions.Builder().setBundles(List.of(Map.of("CPU", 10_000.0)))
                .setStrategy(PlacementStrategy.PACK).build();
    }

    /// Everything that waits, for ever or for a moment.
    private static List<Step> steps(Gate gate) {
        var busy = Ray.actor(Counter::new, 1).remote();
        var counter = Ray.actor(Counter::new, 1).remote();
        var never = Ray.task(ShutdownTest::waitAt, gate).remote();
        var neverCalled = busy.task(Counter::waitAt, gate).remote();
        var neverSent = counter.task(Counter::increaseAndGet, never).remote();
        var large = Ray.put(new int[LARGE]);
        var group = PlacementGroups.createPlacementGroup(whatFitsNowhere());
        var executor = Troupe.executor();
        return List.of(never::get, neverCalled::get, neverSent::get, () -> never.get(1_000_000), () -> Ray.get(List.of(never, neverSent)),
                () -> Ray.wait(List.of(never), 1, 1_000_000), () -> Troupe.future(never).get(), () -> group.wait(1_000),
                () -> executor.submit((Callable<Integer> & Serializable) () -> waitAt(gate)).get(), () -> Ray.put(1),
                () -> Ray.put(new int[LARGE]), () -> Ray.put(1, counter), large::get, () -> Ray.task(ShutdownTest::one).remote().get(),
                () -> counter.task(Counter::value).remote().get(), () -> Ray.task(ShutdownTest::one).remote(),
                () -> Ray.actor(Counter::new, 2).remote().task(Counter::value).remote().get(),
                () -> assertFalse(Ray.getActor("nobody").isPresent()), () -> Ray.getRuntimeContext().getAllNodeInfo());
    }

    private static final class Using extends Thread {
        private final Step step;
        private final CountDownLatch begun;
        private volatile Throwable thrown;

        Using(Step step, CountDownLatch begun) {
            this.step = step;
            this.begun = begun;
        }

        @Override
        public void run() {
            begun.countDown();
            try {
                while (true) {
                    step.run();
                }
            } catch (Throwable e) {
                thrown = e;
            }
        }

        @Override
        public String toString() {
            return (thrown == null ? "waits in " + List.of(getStackTrace()) : "threw " + thrown);
        }
    }

    private static void everybodyIsTold() throws InterruptedException {
        Ray.init();
        var gate = Gate.shut();
        var steps = steps(gate);
        var begun = new CountDownLatch(steps.size() * EACH);
        var all = new ArrayList<Using>();
        for (int i = 0; i < EACH; i++) {
            steps.forEach(step -> all.add(new Using(step, begun)));
        }
        all.forEach(Thread::start);
        begun.await();
        Ray.shutdown();
        for (var one : all) {
            one.join(10_000);
        }
        gate.open();
        assertEquals(List.of(), all.stream().filter(one -> one.thrown == null || !saysSo(one.thrown)).map(Using::toString).toList());
    }

    @In(value = {EMBEDDED, LOCAL, CLUSTER}, started = false)
    void everybodyWhoUsesRayIsToldThatItWasShutDown() throws InterruptedException {
        for (int round = 0; round < 4; round++) {
            everybodyIsTold();
        }
    }

    private static boolean saysSo(Throwable thrown) {
        return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause).map(Throwable::getMessage).filter(Objects::nonNull)
                .anyMatch(message -> message.contains("Ray was shut down") || message.contains("Ray has not been started"));
    }

    private static void saysSo(Executable use) {
        var thrown = assertThrows(Exception.class, use);
        assertTrue(saysSo(thrown), thrown::toString);
    }

    @In({EMBEDDED, LOCAL, CLUSTER})
    void whatIsLeftOfAnEarlierRaySaysSo() {
        ObjectRef<Integer> done = Ray.task(ShutdownTest::one).remote();
        assertEquals(1, done.get());
        ActorHandle<Counter> counter = Ray.actor(Counter::new, 1).remote();
        assertEquals(1, counter.task(Counter::value).remote().get());
        var earlier = Ray.internal();
        var executor = Troupe.executor();
        Ray.shutdown();
        saysSo(done::get);
        saysSo(() -> earlier.put(1));
        saysSo(() -> earlier.put(new int[LARGE]));
        saysSo(() -> earlier.wait(List.of(done), 1, 100, true));
        saysSo(() -> Troupe.future(done).get());
        assertFalse(Troupe.cancel(done));
        saysSo(() -> executor.submit((Callable<Integer> & Serializable) () -> 1));
        Ray.init();
        saysSo(() -> Ray.get(List.of(done)));
        saysSo(() -> Ray.task(ShutdownTest::increased, done).remote());
        saysSo(() -> Ray.put(List.of(done)));
        saysSo(() -> counter.task(Counter::value).remote());
        saysSo(() -> Ray.put(List.of(counter)));
        saysSo(counter::kill);
        assertEquals(2, Ray.task(ShutdownTest::increased, 1).remote().get());
    }

    private static String shutDown() {
        return assertThrows(IllegalStateException.class, Ray::shutdown).getMessage();
    }

    private static final class Impatient {
        String shutDown() {
            return ShutdownTest.shutDown();
        }
    }

    @In({EMBEDDED, LOCAL, CLUSTER})
    void noTaskAndNoActorCanShutRayDown() {
        var why = "Ray.shutdown() was called in a task or an actor: only the program itself can shut Ray down; leave it out here, or end an actor"
                + " with Ray.exitActor()";
        assertEquals(why, Ray.task(ShutdownTest::shutDown).remote().get());
        assertEquals(why, Ray.actor(Impatient::new).remote().task(Impatient::shutDown).remote().get());
        assertEquals(1, Ray.task(() -> Ray.task(ShutdownTest::one).remote().get()).remote().get());
    }

    private static int increased(int number) {
        return number + 1;
    }
}
