package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Mode.CLUSTER;
import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.runtime.Troupe;
import io.ray.api.ActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import io.ray.api.exception.RayException;
import io.ray.api.exception.RayTaskException;
import io.ray.api.exception.RayWorkerException;
import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/// What a Java user gets here that Ray's API does not have.
final class BeyondRayTest {
    private static int twice(int n) {
        return 2 * n;
    }

    private static int fail(int n) {
        throw new IllegalStateException("not " + n);
    }

    private static long pid(int ignored) {
        return ProcessHandle.current().pid();
    }

    private static int waitAt(Gate gate) throws InterruptedException {
        gate.pass(true);
        return 1;
    }

    private static int die(Journal journal) {
        journal.write("ran");
        Runtime.getRuntime().halt(3);
        return 0;
    }

    @In({EMBEDDED, CLUSTER})
    void aReferenceIsAFuture() throws Exception {
        ObjectRef<Integer> ref = Ray.task(BeyondRayTest::twice, 4).remote();
        assertEquals(9, Troupe.future(ref).thenApply(n -> n + 1).get(10, TimeUnit.SECONDS));
        var failing = Troupe.future(Ray.task(BeyondRayTest::fail, 4).remote());
        var thrown = assertThrows(CompletionException.class, failing::join);
        assertInstanceOf(RayTaskException.class, thrown.getCause());
        assertEquals(7, Troupe.future(Ray.put(7)).get(10, TimeUnit.SECONDS));
    }

    @In(value = EMBEDDED, started = false)
    void aFutureEndsWithTheSession() {
        Ray.init();
        var future = Troupe.future(Ray.task(BeyondRayTest::behind, Gate.shut()).remote());
        Ray.shutdown();
        var thrown = assertThrows(ExecutionException.class, () -> future.get(10, TimeUnit.SECONDS));
        assertInstanceOf(RayException.class, thrown.getCause());
    }

    private static int behind(Gate gate) throws InterruptedException {
        return gate.pass(1);
    }

    static final class Caller {
        /// How many of several callbacks that run at once, on threads of their own, act for an actor.
        long callbacksOfAnActor() {
            var caller = Thread.currentThread();
            var all = new CountDownLatch(20);
            var futures = IntStream.range(0, 20).mapToObj(i -> Troupe.future(Ray.put(i)).thenApply(_ -> {
                all.countDown();
                return Thread.currentThread() != caller && isActor(all);
            })).toList();
            return futures.stream().filter(CompletableFuture::join).count();
        }

        private static boolean isActor(CountDownLatch others) {
            try {
                others.await(1, TimeUnit.SECONDS);
                Ray.getRuntimeContext().getCurrentActorId();
                return true;
            } catch (IllegalStateException e) {
                return false;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @In(EMBEDDED)
    void whatFollowsAFutureActsForNoActor() {
        assertEquals(0, Ray.actor(Caller::new).remote().task(Caller::callbacksOfAnActor).remote().get());
    }

    @In({EMBEDDED, CLUSTER})
    void aCancelledTaskEndsAtOnce() {
        Gate gate = Gate.shut();
        ObjectRef<Integer> running = Ray.task(BeyondRayTest::waitAt, gate).remote();
        gate.awaitArrivals(1);
        assertTrue(Troupe.cancel(running));
        assertThrows(RayException.class, () -> running.get(5_000));
        assertFalse(Troupe.cancel(running));
        assertEquals(2, Ray.task(BeyondRayTest::twice, 1).remote().get(10_000));
    }

    @In(EMBEDDED)
    void aCancelledTaskThatWaitsNeverRuns() {
        Gate gate = Gate.shut();
        ObjectRef<Integer> first = Ray.task(BeyondRayTest::waitAt, gate).remote();
        ObjectRef<Integer> second = Ray.task(BeyondRayTest::twice, first).remote();
        assertTrue(Troupe.cancel(second));
        assertThrows(RayException.class, () -> second.get(5_000));
        gate.open();
        assertEquals(1, first.get(10_000));
    }

    @In({EMBEDDED, CLUSTER})
    void aSingleCallMayHaveAProcessOfItsOwn() {
        long shared = Ray.task(BeyondRayTest::pid, 0).remote().get();
        ObjectRef<Long> own = Troupe.options().ownProcess().call(() -> Ray.task(BeyondRayTest::pid, 0).remote());
        assertNotEquals(shared, own.get(20_000));
        ActorHandle<Counter> actor = Troupe.options().ownProcess().call(() -> Ray.actor(Counter::new, 0).remote());
        assertNotEquals(shared, actor.task(Counter::pid).remote().get(20_000));
        assertEquals(shared, Ray.task(BeyondRayTest::pid, 0).remote().get());
    }

    @In(CLUSTER)
    void aSingleCallMayDoWithoutRetries() {
        Journal journal = Journal.empty();
        ObjectRef<Integer> once = Troupe.options().retries(0).call(() -> Ray.task(BeyondRayTest::die, journal).remote());
        assertThrows(RayWorkerException.class, () -> once.get(20_000));
        assertEquals(1, journal.lines().size());
    }

    @In({EMBEDDED, CLUSTER})
    void anExecutorRunsRemotely() throws Exception {
        ExecutorService executor = Troupe.executor();
        int captured = 20;
        Future<Integer> sum = executor.submit((Callable<Integer> & Serializable) () -> captured + 1);
        assertEquals(21, sum.get(10, TimeUnit.SECONDS));
        Object here = new Object() {};
        assertThrows(RejectedExecutionException.class, () -> executor.submit(() -> here.hashCode()));
        executor.shutdown();
        assertTrue(executor.awaitTermination(5, TimeUnit.SECONDS));
        assertThrows(RejectedExecutionException.class, () -> executor.submit((Callable<Integer> & Serializable) () -> 1));
    }

    private static double first(Object[] wrapped) {
        MemorySegment segment = Troupe.segment((ObjectRef<?>) wrapped[0]);
        return segment.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0) + segment.byteSize();
    }

    @In({EMBEDDED, CLUSTER})
    void aLargeArrayIsSharedMemory() {
        double[] array = new double[1_000_000];
        array[0] = 0.5;
        ObjectRef<double[]> ref = Ray.put(array);
        array[0] = 7;
        assertEquals(0.5, Troupe.segment(ref).get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0));
        assertEquals(8_000_000.5, Ray.task(BeyondRayTest::first, new Object[]{ref}).remote().get(10_000));
        assertTrue(Troupe.segment(ref).isReadOnly());
        assertThrows(IllegalArgumentException.class, () -> Troupe.segment(Ray.put("small")));
    }
}
