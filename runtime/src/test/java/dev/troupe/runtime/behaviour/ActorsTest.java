package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Eventually.eventually;
import static dev.troupe.runtime.behaviour.Mode.CLUSTER;
import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static dev.troupe.runtime.behaviour.Mode.LOCAL;
import static dev.troupe.runtime.behaviour.Mode.SHARED_CLUSTER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.runtime.Troupe;
import io.ray.api.ActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.PyActorHandle;
import io.ray.api.Ray;
import io.ray.api.exception.PendingCallsLimitExceededException;
import io.ray.api.exception.RayActorException;
import io.ray.api.exception.RayException;
import io.ray.api.function.RayFunc1;
import io.ray.api.function.RayFunc2;
import io.ray.api.function.RayFunc3;
import io.ray.api.id.ActorId;
import io.ray.api.options.ActorCreationOptions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

final class ActorsTest {
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

    private static int increase(ActorHandle<Counter> counter, int delta) {
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
        recorder.task(Recorder::add, Ray.task(ActorsTest::behind, gate, 0).remote()).remote();
        recorder.task(Recorder::add, 1).remote();
        gate.awaitArrivals(1);
        gate.open();
        assertEquals(List.of(0, 1), recorder.task(Recorder::seen).remote().get());
    }

    @In(EMBEDDED)
    void aCancelledCallHoldsUpNoOther() {
        var gate = Gate.shut();
        var counter = Ray.actor(Counter::new, 1).remote();
        var first = counter.task(Counter::increaseAndGet, Ray.task(ActorsTest::behind, gate, 0).remote()).remote();
        var second = counter.task(Counter::value).remote();
        gate.awaitArrivals(1);
        assertTrue(Troupe.cancel(first));
        assertEquals(1, second.get(10_000));
        gate.open();
    }

    private static int increaseByWhatIsBorrowed(ActorHandle<Counter> counter, List<ObjectRef<Integer>> deltas) {
        return counter.task(Counter::increaseAndGet, deltas.getFirst()).remote().get();
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void aReferenceOfAnotherProcessCanBeAnArgument() {
        var gate = Gate.shut();
        var counter = Ray.actor(Counter::new, 1).remote();
        var later = Ray.task(ActorsTest::behind, gate, 20).remote();
        var put = Ray.task(ActorsTest::increaseByWhatIsBorrowed, counter, List.of(Ray.put(10))).remote();
        assertEquals(11, put.get(10_000));
        var pending = Ray.task(ActorsTest::increaseByWhatIsBorrowed, counter, List.of(later)).remote();
        gate.open();
        assertEquals(31, pending.get(10_000));
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

        void kill(ActorHandle<?> other, boolean noRestart) {
            other.kill(noRestart);
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

    @In(CLUSTER)
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
        assertTrue(Ray.task(ActorsTest::isLimitedByItsId, counter.getId(), gate).remote().get());
        gate.open();
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aKilledActorAnswersNoMore() {
        for (boolean hung : new boolean[]{false, true}) {
            var gate = Gate.shut();
            var counter = Ray.actor(Counter::new, 1).remote();
            var running = hung ? counter.task(Counter::waitAt, gate).remote() : counter.task(Counter::value).remote();
            if (hung) gate.awaitArrivals(1);
            else
                assertEquals(1, running.get());
            counter.kill();
            if (hung) assertThrows(RayActorException.class, running::get);
            assertThrows(RayActorException.class, () -> counter.task(Counter::value).remote().get());
            counter.kill();
        }
    }

    /// Each call's argument is the result of the other's call before.
    @In(EMBEDDED)
    void actorsWhoseCallsFeedEachOtherCanBeKilledAtOnce() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            var gate = Gate.shut();
            var one = Ray.actor(Counter::new, 1).remote();
            var other = Ray.actor(Counter::new, 1).remote();
            ObjectRef<Integer> result = one.task(Counter::waitAt, gate).remote();
            other.task(Counter::waitAt, gate).remote();
            for (int i = 0; i < 200; i++) result = (i % 2 == 0 ? other : one).task(Counter::increaseAndGet, result).remote();
            gate.awaitArrivals(2);
            var killers = List.of(Thread.ofPlatform().daemon().start(() -> one.kill()),
                    Thread.ofPlatform().daemon().start(() -> other.kill()));
            for (var killer : killers) assertTrue(killer.join(Eventually.PATIENCE), () -> killer + " waits for the other one");
            assertThrows(RayException.class, result::get);
            gate.open();
        }
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void killWithRestartBringsTheActorBackAsNew() {
        assertKills((counter, noRestart) -> counter.kill(noRestart));
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void anotherActorMayKill() {
        var killer = Ray.actor(Caller::new, (ActorHandle<Counter>) null).remote();
        assertKills((counter, noRestart) -> killer.task(Caller::kill, counter, noRestart).remote());
    }

    interface Kill {
        void accept(ActorHandle<Counter> counter, boolean noRestart);
    }

    private static void assertKills(Kill kill) {
        var gate = Gate.shut();
        var counter = Ray.actor(Counter::new, 1).setMaxRestarts(1).remote();
        counter.task(Counter::increase, 1).remote();
        var hung = counter.task(Counter::waitAt, gate).remote();
        gate.awaitArrivals(1);
        assertEquals(1, Ray.wait(List.of(hung), 1, 50).getUnready().size());
        kill.accept(counter, false);
        assertThrows(RayActorException.class, hung::get);
        eventually("the actor is back, as it was in the beginning", () -> answer(counter) == 1);
        kill.accept(counter, true);
        eventually("the actor is gone", () -> answer(counter) == -1);
    }

    /// What the counter says, -1 if it does not answer.
    private static int answer(ActorHandle<Counter> counter) {
        try {
            return counter.task(Counter::value).remote().get();
        } catch (RayActorException e) {
            return -1;
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anActorThatLeavesIsGoneForGood() {
        var counter = Ray.actor(Counter::new, 1).setMaxRestarts(ActorCreationOptions.INFINITE_RESTART).remote();
        var failure = assertThrows(RayActorException.class, () -> counter.task(Counter::leave).remote().get());
        assertEquals(counter.getId(), failure.actorId);
        assertThrows(RayActorException.class, () -> counter.task(Counter::value).remote().get());
    }

    static final class Stubborn {
        String leave() {
            try {
                Ray.exitActor();
            } catch (Throwable swallowed) {
                return "still here";
            }
            return "still here";
        }
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void leavingCannotBeSwallowed() {
        var stubborn = Ray.actor(Stubborn::new).remote();
        assertThrows(RayActorException.class, () -> stubborn.task(Stubborn::leave).remote().get());
        assertThrows(RayActorException.class, () -> stubborn.task(Stubborn::leave).remote().get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void onlyAnActorCanLeave() {
        assertThrows(RuntimeException.class, Ray::exitActor);
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void callsSentBeforeTheConstructorEndedWaitForIt() {
        var gate = Gate.shut();
        var slow = Ray.actor((RayFunc1<Gate, Counter>) ActorsTest::counterBehind, gate).remote();
        var value = slow.task(Counter::value).remote();
        gate.awaitArrivals(1);
        assertTrue(Ray.wait(List.of(value), 1, 50).getReady().isEmpty());
        gate.open();
        assertEquals(7, value.get());
    }

    private static Counter counterBehind(Gate gate) throws InterruptedException {
        return gate.pass(new Counter(7));
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void anActorCanBeKilledWhileItsConstructorRuns() {
        var gate = Gate.shut();
        var slow = Ray.actor((RayFunc1<Gate, Counter>) ActorsTest::counterBehind, gate).remote();
        gate.awaitArrivals(1);
        slow.kill();
        assertThrows(RayActorException.class, () -> slow.task(Counter::value).remote().get());
    }

    private static Counter counterBehind(Gate gate, Journal journal) throws InterruptedException {
        gate.pass(true);
        journal.write("made");
        return new Counter(1);
    }

    @In(EMBEDDED)
    void anActorKilledBeforeItsConstructorBeganIsNeverMade() {
        var gate = Gate.shut();
        var journal = Journal.empty();
        var slow = IntStream.range(0, 4).mapToObj(_ -> Ray.actor((RayFunc1<Gate, Counter>) ActorsTest::counterBehind, gate).remote())
                .toList();
        gate.awaitArrivals(4);
        Ray.actor((RayFunc2<Gate, Journal, Counter>) ActorsTest::counterBehind, gate, journal).remote().kill();
        var last = Ray.actor((RayFunc1<Gate, Counter>) ActorsTest::counterBehind, gate).remote();
        gate.awaitArrivals(5);
        gate.open();
        assertEquals(7, last.task(Counter::value).remote().get());
        slow.forEach(one -> assertEquals(7, one.task(Counter::value).remote().get()));
        assertEquals(List.of(), journal.lines());
    }

    static final class Ghost {
        void haunt(Gate gate, Journal journal) {
            try {
                gate.pass(true);
            } catch (InterruptedException e) {
                journal.write("interrupted");
            }
            for (Runnable deed : List.<Runnable>of(() -> Ray.put(1), () -> Ray.task(ActorsTest::behind, gate, 1).remote(),
                    () -> Ray.actor(Counter::new, 1).remote())) {
                try {
                    deed.run();
                    journal.write("done");
                } catch (RayActorException e) {
                    journal.write("refused");
                }
            }
        }
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void whatAKilledActorStillRunsCannotUseRay() {
        var gate = Gate.shut();
        var journal = Journal.empty();
        var ghost = Ray.actor(Ghost::new).remote();
        ghost.task(Ghost::haunt, gate, journal).remote();
        gate.awaitArrivals(1);
        ghost.kill();
        journal.awaitLines(4);
        assertEquals(List.of("interrupted", "refused", "refused", "refused"), journal.lines());
        gate.open();
    }
}
