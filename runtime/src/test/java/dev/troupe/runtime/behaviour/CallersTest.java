package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static dev.troupe.runtime.behaviour.Mode.LOCAL;
import static dev.troupe.runtime.behaviour.Mode.SHARED_CLUSTER;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.ray.api.ActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import io.ray.api.exception.PendingCallsLimitExceededException;
import java.util.List;
import java.util.stream.IntStream;

/// Who counts as a caller of an actor: the program, each run of a task, each actor. Callers never wait for each other.
final class CallersTest {
    private static final int PATIENCE_MS = 20_000;

    private static int valueAfter(Gate gate, ActorHandle<Counter> counter) throws InterruptedException {
        gate.pass(0);
        return counter.task(Counter::value).remote().get(PATIENCE_MS) + 41;
    }

    // The call of increaseAndGet is under way, and waits for its argument, before that argument calls the actor.
    private static int increaseByWhatATaskFinds(ActorHandle<Counter> counter, Gate gate) {
        ObjectRef<Integer> found = Ray.task(CallersTest::valueAfter, gate, counter).remote();
        ObjectRef<Integer> increased = counter.task(Counter::increaseAndGet, found).remote();
        gate.open();
        return increased.get(PATIENCE_MS);
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aTaskCallsTheActorThatAnotherTasksCallWaitsFor() {
        var counter = Ray.actor(Counter::new, 1).remote();
        assertEquals(43, Ray.task(CallersTest::increaseByWhatATaskFinds, counter, Gate.shut()).remote().get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aTaskCallsTheActorThatTheProgramsCallWaitsFor() {
        assertEquals(43, increaseByWhatATaskFinds(Ray.actor(Counter::new, 1).remote(), Gate.shut()));
    }

    static final class Middleman {
        int increase(ActorHandle<Counter> counter, Gate gate) {
            return increaseByWhatATaskFinds(counter, gate);
        }

        boolean recordLater(ActorHandle<ActorCallsTest.Recorder> recorder, Gate gate, int number) {
            recorder.task(ActorCallsTest.Recorder::add, Ray.task(CallersTest::passed, gate, number).remote()).remote();
            return true;
        }

        boolean record(ActorHandle<ActorCallsTest.Recorder> recorder, int number) {
            recorder.task(ActorCallsTest.Recorder::add, number).remote();
            return true;
        }

        int accepted(ActorHandle<Counter> counter, Gate gate) {
            return CallersTest.accepted(counter, gate);
        }
    }

    private static int passed(Gate gate, int number) throws InterruptedException {
        return gate.pass(number);
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aTaskCallsTheActorThatAnotherActorsCallWaitsFor() {
        var counter = Ray.actor(Counter::new, 1).remote();
        var middleman = Ray.actor(Middleman::new).remote();
        assertEquals(43, middleman.task(Middleman::increase, counter, Gate.shut()).remote().get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aCallThatWaitsForItsArgumentHoldsUpNoOtherCaller() {
        var gate = Gate.shut();
        var open = Gate.shut();
        open.open();
        var counter = Ray.actor(Counter::new, 1).remote();
        var held = counter.task(Counter::increaseAndGet, Ray.task(CallersTest::passed, gate, 1).remote()).remote();
        gate.awaitArrivals(1);
        assertEquals(42, Ray.task(CallersTest::valueAfter, open, counter).remote().get(PATIENCE_MS));
        gate.open();
        assertEquals(2, held.get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void theCallsOfAnActorAreThoseOfOneCallerWhicheverOfItsThreadsMakesThem() {
        var gate = Gate.shut();
        var recorder = Ray.actor(ActorCallsTest.Recorder::new).remote();
        var middleman = Ray.actor(Middleman::new).setMaxConcurrency(2).remote();
        middleman.task(Middleman::recordLater, recorder, gate, 0).remote().get();
        middleman.task(Middleman::record, recorder, 1).remote().get();
        gate.awaitArrivals(1);
        assertEquals(List.of(), recorder.task(ActorCallsTest.Recorder::seen).remote().get(PATIENCE_MS));
        gate.open();
        middleman.task(Middleman::record, recorder, 2).remote().get();
        Eventually.eventually("all are recorded", () -> recorder.task(ActorCallsTest.Recorder::seen).remote().get().size() == 3);
        assertEquals(List.of(0, 1, 2), recorder.task(ActorCallsTest.Recorder::seen).remote().get());
    }

    private static List<Integer> recordedByThreads(Gate gate) throws InterruptedException {
        var recorder = Ray.actor(ActorCallsTest.Recorder::new).remote();
        recorder.task(ActorCallsTest.Recorder::add, Ray.task(CallersTest::passed, gate, 0).remote()).remote();
        for (int i = 1; i < 4; i++) {
            int number = i;
            var thread = new Thread(() -> recorder.task(ActorCallsTest.Recorder::add, number).remote());
            thread.start();
            thread.join();
        }
        gate.open();
        return recorder.task(ActorCallsTest.Recorder::seen).remote().get(PATIENCE_MS);
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aThreadBelongsToTheCallerThatStartedIt() throws InterruptedException {
        assertEquals(List.of(0, 1, 2, 3), recordedByThreads(Gate.shut()));
        assertEquals(List.of(0, 1, 2, 3), Ray.task(CallersTest::recordedByThreads, Gate.shut()).remote().get());
    }

    // How many of three calls are accepted.
    private static int accepted(ActorHandle<Counter> counter, Gate gate) {
        int accepted = 0;
        for (int i = 0; i < 3; i++) {
            try {
                counter.task(Counter::waitAt, gate).remote();
                accepted++;
            } catch (PendingCallsLimitExceededException e) {
                return accepted;
            }
        }
        return accepted;
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void theLimitOfUnfinishedCallsIsEachActorsAndEachTasksOwn() {
        var gate = Gate.shut();
        var counter = Ray.actor(Counter::new, 1).setMaxConcurrency(10).setMaxPendingCalls(2).remote();
        assertEquals(2, accepted(counter, gate));
        for (var middleman : IntStream.range(0, 2).mapToObj(_ -> Ray.actor(Middleman::new).remote()).toList()) {
            assertEquals(2, middleman.task(Middleman::accepted, counter, gate).remote().get());
        }
        assertEquals(2, Ray.task(CallersTest::accepted, counter, gate).remote().get());
        assertEquals(2, Ray.task(CallersTest::accepted, counter, gate).remote().get());
        gate.awaitArrivals(10);
        gate.open();
    }
}
