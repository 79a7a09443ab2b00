package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Eventually.eventually;
import static dev.troupe.runtime.behaviour.Mode.CLUSTER;
import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static dev.troupe.runtime.behaviour.Mode.LOCAL;
import static dev.troupe.runtime.behaviour.Mode.SHARED_CLUSTER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.ray.api.ActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import io.ray.api.exception.RayException;
import io.ray.api.exception.RayTimeoutException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

final class GetAndWaitTest {
    private static final String FOUR_CPUS = "ray.head-args.0=--num-cpus=4";

    private static int square(int number) {
        return number * number;
    }

    private static int squareBehind(Gate gate, int number) throws InterruptedException {
        return gate.pass(number * number);
    }

    private static int oops() {
        throw new IllegalStateException("Oops");
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void whatWasPutIsGot() {
        assertEquals(1, Ray.put(1).get());
        assertEquals(3.14, Ray.get(Ray.put(3.14)));
        assertEquals(List.of(List.of(1), List.of(2)), Ray.put(List.of(List.of(1), List.of(2))).get());
        assertEquals("1", Ray.get(Ray.put("1"), 2000));
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void getOfManyKeepsTheirOrder() {
        var refs = IntStream.range(0, 5).mapToObj(Ray::put).toList();
        assertEquals(List.of(0, 1, 2, 3, 4), Ray.get(refs));
        assertEquals(List.of(), Ray.get(List.<ObjectRef<Integer>>of()));
    }

    /// An actor that waits for itself.
    static final class Narcissus {
        private static ObjectRef<Integer> answer() {
            ActorHandle<Narcissus> self = Ray.getRuntimeContext().getCurrentActorHandle();
            return self.task(Narcissus::answerItself).remote();
        }

        int answerItself() {
            return 42;
        }

        String waitShortly() {
            return assertThrows(RayTimeoutException.class, () -> answer().get(1)).getMessage();
        }

        int waitForEver() {
            return answer().get();
        }
    }

    private static final String BEHIND_ITSELF = "; that call can begin only after the call that waits for it has ended, because "
            + Narcissus.class.getName()
            + " runs its constructor and then one call at a time: wait for it elsewhere, or allow more calls at a time with setMaxConcurrency or a concurrency"
            + " group";

    @In({EMBEDDED, LOCAL, CLUSTER})
    void anActorThatWaitsForItselfIsToldSo() {
        var actor = Ray.actor(Narcissus::new).remote();
        var said = actor.task(Narcissus::waitShortly).remote().get();
        assertTrue(said.endsWith(" was not ready within 1 ms" + BEHIND_ITSELF + "."), said);
        var more = Ray.actor(Narcissus::new).setMaxConcurrency(2).remote();
        assertEquals(42, more.task(Narcissus::waitForEver).remote().get());
    }

    @In(value = EMBEDDED, started = false)
    void anActorThatWaitsForItselfIsLogged() {
        try (var said = new Said()) {
            Ray.init();
            var actor = Ray.actor(Narcissus::new).remote();
            var never = actor.task(Narcissus::waitForEver).remote();
            eventually(() -> "why in " + said.text(), () -> said.contains("after 5 s, an actor still waits for "));
            assertTrue(said.contains(BEHIND_ITSELF), said.text());
            actor.kill();
            assertThrows(RayException.class, never::get);
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aResultCanBeGotAgainAndAgain() {
        var ref = Ray.actor(Counter::new, 1).remote().task(Counter::value).remote();
        assertEquals(1, ref.get());
        assertEquals(1, ref.get());
        assertEquals(1, Ray.get(ref));
    }

    @In({EMBEDDED, CLUSTER})
    void aHundredThousandObjectsCanBeHeld() {
        var refs = IntStream.range(0, 100_000).mapToObj(Ray::put).toList();
        for (int i = 0; i < refs.size(); i++) {
            assertEquals(i, refs.get(i).get());
        }
    }

    @In(value = {EMBEDDED, LOCAL, SHARED_CLUSTER}, with = FOUR_CPUS)
    void getOfManyHasOneTimeoutForAll() {
        var gate = Gate.shut();
        var refs = IntStream.range(0, 4).mapToObj(i -> Ray.task(GetAndWaitTest::squareBehind, gate, i).remote()).toList();
        long start = System.nanoTime();
        assertThrows(RayTimeoutException.class, () -> Ray.get(refs, 200));
        assertTimePassed(200, start);
        gate.open();
        assertEquals(List.of(0, 1, 4, 9), Ray.get(refs, 10_000));
        assertEquals(List.of(0, 1, 4, 9), Ray.get(refs));
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void getOfAnActorsAnswerGivesUpAfterItsTimeout() {
        var gate = Gate.shut();
        var answer = Ray.actor(Counter::new, 1).remote().task(Counter::waitAt, gate).remote();
        long start = System.nanoTime();
        assertThrows(RayTimeoutException.class, () -> Ray.get(answer, 200));
        assertTimePassed(200, start);
        assertThrows(RayTimeoutException.class, () -> answer.get(1));
        gate.open();
        assertEquals(1, answer.get(10_000));
        assertEquals(1, answer.get());
    }

    /// Not much more than asked for, and not less.
    private static void assertTimePassed(long millis, long start) {
        long passed = (System.nanoTime() - start) / 1_000_000;
        assertTrue(passed >= millis - 20 && passed < millis + 2000, () -> passed + " ms instead of " + millis);
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aTimeoutOfZeroOnlyLooks() {
        var gate = Gate.shut();
        var pending = Ray.task(GetAndWaitTest::squareBehind, gate, 3).remote();
        assertEquals(7, Ray.put(7).get(0));
        assertThrows(RayTimeoutException.class, () -> pending.get(0));
        assertEquals(List.of(pending), Ray.wait(List.of(pending), 1, 0).getUnready());
        gate.open();
        assertEquals(9, pending.get(10_000));
        assertEquals(9, pending.get(0));
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aNegativeTimeoutIsNoLimit() {
        assertEquals(9, Ray.task(GetAndWaitTest::square, 3).remote().get(-1));
        assertEquals(List.of(9), Ray.get(List.of(Ray.task(GetAndWaitTest::square, 3).remote()), -1));
    }

    @In(value = {EMBEDDED, LOCAL, CLUSTER}, with = FOUR_CPUS)
    void waitReturnsAtItsTimeoutWithWhatIsReady() {
        assertEquals("1 of 2", waitForAQuickAndASlowOne());
    }

    @In(value = {EMBEDDED, LOCAL, CLUSTER}, with = FOUR_CPUS)
    void aTaskWaitsLikeTheDriver() {
        assertEquals("1 of 2", Ray.task(GetAndWaitTest::waitForAQuickAndASlowOne).remote().get());
    }

    /// The slow one never ends: shutdown does not wait for it either.
    private static String waitForAQuickAndASlowOne() {
        Ray.task(GetAndWaitTest::square, 1).remote().get();
        var slow = Ray.task(GetAndWaitTest::squareBehind, Gate.shut(), 3).remote();
        var quick = Ray.task(GetAndWaitTest::square, 3).remote();
        long start = System.nanoTime();
        var result = Ray.wait(List.of(slow, quick), 2, 400);
        assertTimePassed(400, start);
        assertEquals(List.of(quick), result.getReady());
        assertEquals(List.of(slow), result.getUnready());
        assertEquals(9, result.getReady().getFirst().get());
        return "1 of 2";
    }

    @In({EMBEDDED, LOCAL})
    void waitReturnsAsSoonAsEnoughAreReady() {
        var slow = Ray.task(GetAndWaitTest::squareBehind, Gate.shut(), 3).setResource("CPU", 0.5).remote();
        var quick = Ray.task(GetAndWaitTest::square, 3).setResource("CPU", 0.5).remote();
        assertEquals(List.of(quick), Ray.wait(List.of(slow, quick), 1).getReady());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void waitKeepsTheOrderOfItsList() {
        var refs = List.of(Ray.put("a"), Ray.put("b"), Ray.put("c"));
        assertEquals(refs, Ray.wait(refs, 3, 1000).getReady());
        assertEquals(refs.reversed(), Ray.wait(refs.reversed()).getReady());
        assertEquals(List.of(), Ray.wait(refs).getUnready());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void waitNamesNoMoreThanItWasAskedFor() {
        var refs = List.of(Ray.put("a"), Ray.put("b"), Ray.put("c"));
        var result = Ray.wait(refs, 2, 1000);
        assertEquals(2, result.getReady().size());
        assertEquals(1, result.getUnready().size());
        assertEquals(Collections.emptySet(), intersection(result.getReady(), result.getUnready()));
    }

    private static <T> java.util.Set<T> intersection(List<T> some, List<T> others) {
        return some.stream().filter(others::contains).collect(java.util.stream.Collectors.toSet());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void waitForNothingReturnsAtOnce() {
        var result = Ray.wait(List.<ObjectRef<String>>of());
        assertEquals(List.of(), result.getReady());
        assertEquals(List.of(), result.getUnready());
        assertThrows(NullPointerException.class, () -> Ray.wait(null));
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void whatFailedIsReady() {
        var failed = Ray.task(GetAndWaitTest::oops).remote();
        assertEquals(List.of(failed), Ray.wait(List.of(failed), 1, 10_000).getReady());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void waitRefusesWhatCannotBe() {
        var refs = List.of(Ray.put(1), Ray.put(2));
        assertThrows(RayException.class, () -> Ray.wait(refs, 0, 1000));
        assertThrows(RayException.class, () -> Ray.wait(refs, 3, 1000));
        assertThrows(RayException.class, () -> Ray.wait(List.of(refs.getFirst(), refs.getFirst()), 1, 1000));
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void waitOnAThousandResultsFindsThemAll() {
        var refs = IntStream.range(0, 1000).mapToObj(i -> Ray.task(GetAndWaitTest::square, i).remote()).toList();
        assertEquals(1000, Ray.wait(refs, 1000, 20_000).getReady().size());
        assertEquals(1000, Ray.wait(refs, 1000, 0).getReady().size());
    }

    @In(value = {EMBEDDED, SHARED_CLUSTER}, with = FOUR_CPUS)
    void manyThreadsCanWaitForTheSameResult() {
        var gate = Gate.shut();
        var slow = Ray.task(GetAndWaitTest::squareBehind, gate, 3).remote();
        var waiting = Stream.generate(() -> CompletableFuture.supplyAsync(slow::get, thread -> Thread.ofPlatform().start(thread))).limit(10)
                .toList();
        gate.awaitArrivals(1);
        gate.open();
        waiting.forEach(answer -> assertEquals(9, answer.join()));
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void aVirtualThreadMayWait() throws InterruptedException {
        var answer = new CompletableFuture<Integer>();
        Thread.ofVirtual().start(() -> answer.complete(Ray.task(GetAndWaitTest::square, 3).remote().get())).join();
        assertEquals(9, answer.join());
    }
}
