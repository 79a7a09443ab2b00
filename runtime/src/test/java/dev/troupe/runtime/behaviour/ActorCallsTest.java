package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Eventually.eventually;
import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static dev.troupe.runtime.behaviour.Mode.LOCAL;
import static dev.troupe.runtime.behaviour.Mode.SHARED_CLUSTER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.runtime.Troupe;
import io.ray.api.ActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import io.ray.api.exception.PendingCallsLimitExceededException;
import io.ray.api.id.ActorId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/// The calls of an actor: their order, how many run at once, how many may wait.
final class ActorCallsTest {
    static final class Recorder {
        private final List<Integer> seen = new ArrayList<>();

        void add(int number) {
            seen.add(number);
        }

        List<Integer> seen() {
            return seen;
        }
    }

    private static int behind(Gate gate, int number) throws InterruptedException {
        return gate.pass(number);
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void callsOfOneCallerRunInTheirOrder() {
        var recorder = Ray.actor(Recorder::new).remote();
        IntStream.range(0, 1000).forEach(i -> recorder.task(Recorder::add, i).remote());
        assertEquals(IntStream.range(0, 1000).boxed().toList(), recorder.task(Recorder::seen).remote().get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aCallThatWaitsForItsArgumentKeepsItsPlace() {
        var gate = Gate.shut();
        var recorder = Ray.actor(Recorder::new).remote();
        recorder.task(Recorder::add, Ray.task(ActorCallsTest::behind, gate, 0).remote()).remote();
        recorder.task(Recorder::add, 1).remote();
        gate.awaitArrivals(1);
        gate.open();
        assertEquals(List.of(0, 1), recorder.task(Recorder::seen).remote().get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aCancelledCallHoldsUpNoOther() {
        var gate = Gate.shut();
        var counter = Ray.actor(Counter::new, 1).remote();
        var first = counter.task(Counter::increaseAndGet, Ray.task(ActorCallsTest::behind, gate, 0).remote()).remote();
        var second = counter.task(Counter::value).remote();
        gate.awaitArrivals(1);
        assertTrue(Troupe.cancel(first));
        assertEquals(1, second.get());
        gate.open();
    }

    private static int increaseByWhatIsBorrowed(ActorHandle<Counter> counter, List<ObjectRef<Integer>> deltas) {
        return counter.task(Counter::increaseAndGet, deltas.getFirst()).remote().get();
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void aReferenceOfAnotherProcessCanBeAnArgument() {
        var gate = Gate.shut();
        var counter = Ray.actor(Counter::new, 1).remote();
        var later = Ray.task(ActorCallsTest::behind, gate, 20).remote();
        var put = Ray.task(ActorCallsTest::increaseByWhatIsBorrowed, counter, List.of(Ray.put(10))).remote();
        assertEquals(11, put.get());
        var pending = Ray.task(ActorCallsTest::increaseByWhatIsBorrowed, counter, List.of(later)).remote();
        gate.open();
        assertEquals(31, pending.get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void whatAnActorReturnsIsACopyOfItsState() {
        var recorder = Ray.actor(Recorder::new).remote();
        recorder.task(Recorder::add, 1).remote();
        var before = recorder.task(Recorder::seen).remote();
        recorder.task(Recorder::add, 2).remote();
        assertEquals(List.of(1, 2), recorder.task(Recorder::seen).remote().get());
        assertEquals(List.of(1), before.get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anActorOfOneThreadAlwaysUsesTheSame() {
        var counters = IntStream.range(0, 10).mapToObj(i -> Ray.actor(Counter::new, i).remote()).toList();
        for (var counter : counters) {
            var threads = IntStream.range(0, 20).mapToObj(_ -> counter.task(Counter::thread).remote()).toList();
            assertEquals(1, new HashSet<>(Ray.get(threads)).size());
        }
    }

    static final class Meeting {
        private final CountDownLatch all = new CountDownLatch(3);

        String join() throws InterruptedException {
            all.countDown();
            return all.await(10, TimeUnit.SECONDS) ? "ok" : "alone";
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void callsOverlapUpToTheMaximumConcurrency() {
        var meeting = Ray.actor(Meeting::new).setMaxConcurrency(3).remote();
        var joined = IntStream.range(0, 3).mapToObj(_ -> meeting.task(Meeting::join).remote()).toList();
        assertEquals(List.of("ok", "ok", "ok"), Ray.get(joined));
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void tooManyUnfinishedCallsAreRefused() {
        var gate = Gate.shut();
        var counter = Ray.actor(Counter::new, 1).setMaxConcurrency(11).setMaxPendingCalls(10).remote();
        var pending = IntStream.range(0, 10).mapToObj(_ -> counter.task(Counter::waitAt, gate).remote()).toList();
        gate.awaitArrivals(10);
        var eleventh = counter.task(Counter::value);
        assertThrows(PendingCallsLimitExceededException.class, eleventh::remote);
        gate.open();
        assertEquals(Collections.nCopies(10, 1), Ray.get(pending));
        assertEquals(1, eleventh.remote().get());
    }

    private static boolean isAccepted(ActorHandle<Counter> counter, Gate gate) {
        try {
            counter.task(Counter::waitAt, gate).remote();
            return true;
        } catch (PendingCallsLimitExceededException e) {
            return false;
        }
    }

    @In(EMBEDDED)
    void theLimitOfUnfinishedCallsHoldsForThreadsThatCallAtOnce() {
        for (int round = 0; round < 50; round++) {
            var gate = Gate.shut();
            var counter = Ray.actor(Counter::new, 1).setMaxPendingCalls(1).remote();
            assertEquals(1, counter.task(Counter::value).remote().get());
            eventually("the first call is forgotten", () -> isAccepted(counter, gate));
            gate.open();
            var second = Gate.shut();
            var accepted = IntStream.range(0, 8).parallel().filter(_ -> isAccepted(counter, second)).count();
            second.open();
            assertTrue(accepted <= 1, accepted + " calls at once");
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void theLimitOfUnfinishedCallsIsEachCallersOwn() {
        var gate = Gate.shut();
        var counter = Ray.actor(Counter::new, 1).setMaxConcurrency(11).setMaxPendingCalls(10).remote();
        var pending = IntStream.range(0, 10).mapToObj(_ -> counter.task(Counter::waitAt, gate).remote()).toList();
        gate.awaitArrivals(10);
        assertEquals(2, Ray.task(ActorsTest::increase, counter, 1).remote().get());
        gate.open();
        assertEquals(10, Ray.get(pending).size());
    }

    private static boolean isLimitedByItsId(ActorId id, Gate gate) {
        ActorHandle<Counter> counter = Ray.internal().getActorHandle(id);
        return isAccepted(counter, gate) && !isAccepted(counter, gate);
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void aHandleFoundByTheActorsIdHasTheSameLimits() {
        var gate = Gate.shut();
        var counter = Ray.actor(Counter::new, 1).setMaxPendingCalls(1).remote();
        assertTrue(Ray.task(ActorCallsTest::isLimitedByItsId, counter.getId(), gate).remote().get());
        gate.open();
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void callsSentBeforeTheConstructorEndedWaitForIt() {
        var gate = Gate.shut();
        var slow = Ray.actor(Counter::behind, gate).remote();
        var value = slow.task(Counter::value).remote();
        gate.awaitArrivals(1);
        assertTrue(Ray.wait(List.of(value), 1, 50).getReady().isEmpty());
        gate.open();
        assertEquals(7, value.get());
    }
}
