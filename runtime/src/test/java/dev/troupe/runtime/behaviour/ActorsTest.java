package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static dev.troupe.runtime.behaviour.Mode.LOCAL;
import static dev.troupe.runtime.behaviour.Mode.SHARED_CLUSTER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.ray.api.ActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.PyActorHandle;
import io.ray.api.Ray;
import io.ray.api.function.RayFunc2;
import io.ray.api.function.RayFunc3;
import io.ray.api.id.ActorId;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.function.Executable;

/// What an actor is: where it comes from, its state, its methods, its handles.
final class ActorsTest {
    private static void refused(String sentence, Executable create) {
        assertEquals(sentence, assertThrows(IllegalArgumentException.class, create).getMessage());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void countsThatMeanNothingAreRefused() {
        refused("setMaxRestarts(-2): it must be 0 or more, or -1 for no limit",
                () -> Ray.actor(Counter::new, 1).setMaxRestarts(-2).remote());
        refused("setMaxTaskRetries(-2): it must be 0 or more, or -1 for no limit",
                () -> Ray.actor(Counter::new, 1).setMaxTaskRetries(-2).remote());
        refused("maxPendingCalls must be greater than 0, or -1 to disable.",
                () -> Ray.actor(Counter::new, 1).setMaxPendingCalls(-2).remote());
        refused("maxPendingCalls must be greater than 0, or -1 to disable.",
                () -> Ray.actor(Counter::new, 1).setMaxPendingCalls(0).remote());
        refused("maxConcurrency must be greater than 0.", () -> Ray.actor(Counter::new, 1).setMaxConcurrency(0).remote());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anActorKeepsItsStateBetweenCalls() {
        ActorHandle<Counter> counter = Ray.actor(Counter::new, 1).remote();
        assertNotEquals(ActorId.NIL, counter.getId());
        assertFalse(counter instanceof PyActorHandle);
        assertEquals(1, counter.task(Counter::value).remote().get());
        counter.task(Counter::increase, 1).remote();
        assertEquals(3, counter.task(Counter::increaseAndGet, 1).remote().get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anActorCanComeFromAFactoryOrALambda() {
        assertEquals(2, Ray.actor(Counter::startingAt, 2).remote().task(Counter::value).remote().get());
        int start = 3;
        assertEquals(3, Ray.actor(() -> new Counter(start)).remote().task(Counter::value).remote().get());
        assertEquals(4, Ray.actor(Counter::new, Ray.put(4)).remote().task(Counter::value).remote().get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aLambdaMayCaptureHandlesAndReferences() {
        var start = Ray.put(5);
        var counter = Ray.actor(() -> new Counter(start.get())).remote();
        assertEquals(6, Ray.task(() -> counter.task(Counter::increaseAndGet, 1).remote().get()).remote().get());
        var other = Ray.actor(Counter::new, 0).remote();
        assertEquals(11, other.task((Counter me) -> me.increaseAndGet(start.get() + counter.task(Counter::value).remote().get())).remote()
                .get());
    }

    private static final class Measure {
        int length(byte[] bytes) {
            return bytes.length;
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void largeArgumentsReachActors() {
        var measure = Ray.actor(Measure::new).remote();
        assertEquals(1 << 20, measure.task(Measure::length, new byte[1 << 20]).remote().get());
        assertEquals(1 << 20, measure.task(Measure::length, Ray.put(new byte[1 << 20])).remote().get());
    }

    static int increase(ActorHandle<Counter> counter, int delta) {
        return counter.task(Counter::increaseAndGet, delta).remote().get();
    }

    private static int increaseSecond(int delta, ActorHandle<Counter> counter) {
        return increase(counter, delta);
    }

    private static int increaseFirstOf(List<ActorHandle<Counter>> counters, int delta) {
        return increase(counters.getFirst(), delta);
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aHandleThatIsPassedOnReachesTheSameActor() {
        var counter = Ray.actor(Counter::new, 0).remote();
        assertEquals(1, Ray.task(ActorsTest::increase, counter, 1).remote().get());
        assertEquals(11, Ray.task(ActorsTest::increaseSecond, 10, counter).remote().get());
        assertEquals(111, Ray.task(ActorsTest::increaseFirstOf, List.of(counter), 100).remote().get());
        ObjectRef<ActorHandle<Counter>> stored = Ray.put(counter);
        assertEquals(1111, Ray.task(ActorsTest::increase, stored, 1000).remote().get());
        assertEquals(counter.getId(), stored.get().getId());
    }

    interface Named {
        default String name() {
            return "named";
        }
    }

    static final class Falling extends Counter implements Named {
        Falling(int value) {
            super(value);
        }

        @Override
        void increase(int delta) {
            super.increase(-delta);
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anOverridingMethodRunsWhicheverTypeNamesIt() {
        var falling = Ray.actor(Falling::new, 100).remote();
        falling.task(Falling::increase, 10).remote();
        assertEquals(90, falling.task(Falling::value).remote().get());
        falling.task(Counter::increase, 10).remote();
        assertEquals(80, falling.task(Counter::value).remote().get());
        assertEquals(70, falling.task(Counter::increaseAndGet, 10).remote().get());
        assertEquals("named", falling.task(Named::name).remote().get());
    }

    static final class Adder {
        int add(int a) {
            return a;
        }

        int add(int a, int b) {
            return a + b;
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anOverloadedMethodIsChosenByTheTypeOfItsFunction() {
        var adder = Ray.actor(Adder::new).remote();
        assertEquals(1, adder.task((RayFunc2<Adder, Integer, Integer>) Adder::add, 1).remote().get());
        assertEquals(3, adder.task((RayFunc3<Adder, Integer, Integer, Integer>) Adder::add, 1, 2).remote().get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aLambdaCanBeACall() {
        var counter = Ray.actor(Counter::new, 1).remote();
        int delta = 5;
        assertEquals(6, counter.task((Counter own) -> own.increaseAndGet(delta)).remote().get());
        assertEquals(6, counter.task(Counter::value).remote().get());
    }

    static final class Echo {
        String hello() {
            return "hello";
        }

        ObjectRef<String> throughItself() {
            ActorHandle<Echo> self = Ray.getRuntimeContext().getCurrentActorHandle();
            return self.task(Echo::hello).remote();
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anActorCallsItself() {
        var echo = Ray.actor(Echo::new).remote();
        assertEquals("hello", echo.task(Echo::throughItself).remote().get().get());
    }

    static final class Caller {
        private final ActorHandle<Counter> counter;

        Caller(ActorHandle<Counter> counter) {
            this.counter = counter;
        }

        int ping(int times) {
            var pings = IntStream.range(0, times).mapToObj(_ -> counter.task(Counter::increaseAndGet, 1).remote()).toList();
            return Ray.get(pings).size();
        }
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void manyActorsCallOne() {
        var counter = Ray.actor(Counter::new, 0).remote();
        var callers = IntStream.range(0, 10).mapToObj(_ -> Ray.actor(Caller::new, counter).remote()).toList();
        var answers = callers.stream().map(caller -> caller.task(Caller::ping, 100).remote()).toList();
        assertEquals(Collections.nCopies(10, 100), Ray.get(answers));
        assertEquals(1000, counter.task(Counter::value).remote().get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void manyActorsFitOnFewCpus() {
        var counters = IntStream.range(0, 100).mapToObj(i -> Ray.actor(Counter::new, i).remote()).toList();
        var values = counters.stream().map(counter -> counter.task(Counter::value).remote()).toList();
        assertEquals(IntStream.range(0, 100).boxed().toList(), Ray.get(values));
    }
}
