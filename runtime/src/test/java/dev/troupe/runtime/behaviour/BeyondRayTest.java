package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Eventually.eventually;
import static dev.troupe.runtime.behaviour.Mode.CLUSTER;
import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static dev.troupe.runtime.behaviour.Mode.SHARED_CLUSTER;
import static java.util.concurrent.Future.State.FAILED;
import static java.util.concurrent.Future.State.SUCCESS;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/// What a Java user gets here that Ray's API does not have.
final class BeyondRayTest {
    private static final String ONE_CPU = "ray.head-args.0=--num-cpus=1";

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
        assertThrows(RayException.class, () -> running.get());
        assertFalse(Troupe.cancel(running));
        assertEquals(2, Ray.task(BeyondRayTest::twice, 1).remote().get());
    }

    private static int write(Journal journal, int ignored) {
        journal.write("ran");
        return 1;
    }

    private static final class Bell {
        int ring() {
            return 1;
        }
    }

    /// One waits for its argument, one for a CPU, one in the worker. What is cancelled there is heard of in order, thus before the bell.
    @In(value = {EMBEDDED, CLUSTER}, with = ONE_CPU)
    void aCancelledTaskThatWaitsNeverRuns() {
        Gate gate = Gate.shut();
        Journal journal = Journal.empty();
        ActorHandle<Bell> bell = Ray.actor(Bell::new).remote();
        bell.task(Bell::ring).remote().get();
        ObjectRef<Integer> first = Ray.task(BeyondRayTest::waitAt, gate).remote();
        gate.awaitArrivals(1);
        List<ObjectRef<Integer>> waiting = new ArrayList<>();
        waiting.add(Ray.task(BeyondRayTest::write, journal, first).remote());
        waiting.add(Ray.task(BeyondRayTest::write, journal, 0).setResource("CPU", 0.5).remote());
        waiting.add(Ray.task(BeyondRayTest::write, journal, 0).remote());
        for (ObjectRef<Integer> task : waiting) {
            assertTrue(Troupe.cancel(task));
            assertThrows(RayException.class, () -> task.get());
        }
        bell.task(Bell::ring).remote().get();
        gate.open();
        assertEquals(1, first.get());
        assertEquals(2, Ray.task(BeyondRayTest::twice, 1).remote().get(), "what was sent before it is over");
        assertEquals(List.of(), journal.lines());
    }

    private static int waitDeafAt(Gate gate) {
        while (true) {
            try {
                return gate.pass(1);
            } catch (InterruptedException e) {
                // as code does that thinks it knows better
            }
        }
    }

    @In(value = EMBEDDED, with = ONE_CPU)
    void aCancelledTaskThatRunsOnKeepsItsCpuAndIsLogged() {
        Gate gate = Gate.shut();
        try (Said said = new Said()) {
            ObjectRef<Integer> deaf = Ray.task(BeyondRayTest::waitDeafAt, gate).setName("deaf").remote();
            gate.awaitArrivals(1);
            assertTrue(Troupe.cancel(deaf));
            assertThrows(RayException.class, () -> deaf.get());
            ObjectRef<Integer> next = Ray.task(BeyondRayTest::twice, 1).remote();
            eventually(() -> "deaf in " + said.text(), () -> said.contains("deaf was cancelled 5 s ago and still runs"));
            assertEquals(List.of(next), Ray.wait(List.of(next), 1, 1).getUnready(), "its CPU is taken");
            gate.open();
            assertEquals(2, next.get());
        }
    }

    @In({EMBEDDED, CLUSTER})
    void aSingleCallMayHaveAProcessOfItsOwn() {
        long shared = Ray.task(BeyondRayTest::pid, 0).remote().get();
        ObjectRef<Long> own = Troupe.options().ownProcess().call(() -> Ray.task(BeyondRayTest::pid, 0).remote());
        assertNotEquals(shared, own.get());
        ActorHandle<Counter> actor = Troupe.options().ownProcess().call(() -> Ray.actor(Counter::new, 0).remote());
        assertNotEquals(shared, actor.task(Counter::pid).remote().get());
        assertEquals(shared, Ray.task(BeyondRayTest::pid, 0).remote().get());
    }

    @In(CLUSTER)
    void aSingleCallMayDoWithoutRetries() {
        Journal journal = Journal.empty();
        ObjectRef<Integer> once = Troupe.options().retries(0).call(() -> Ray.task(BeyondRayTest::die, journal).remote());
        assertThrows(RayWorkerException.class, () -> once.get());
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

    private static Callable<Integer> twiceOf(int n) {
        return (Callable<Integer> & Serializable) () -> 2 * n;
    }

    private static Callable<Integer> failing() {
        return (Callable<Integer> & Serializable) () -> fail(1);
    }

    private static Callable<Integer> waitingAt(Gate gate) {
        return (Callable<Integer> & Serializable) () -> waitAt(gate);
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void anExecutorRunsAllOfThem() throws Exception {
        ExecutorService executor = Troupe.executor();
        var all = executor.invokeAll(List.of(twiceOf(1), failing(), twiceOf(3)));
        assertEquals(List.of(SUCCESS, FAILED, SUCCESS), all.stream().map(Future::state).toList());
        assertEquals(6, all.get(2).resultNow());
        var late = executor.invokeAll(List.of(waitingAt(Gate.shut())), 50, TimeUnit.MILLISECONDS);
        assertTrue(late.getFirst().isCancelled());
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void anExecutorRunsAnyOfThem() throws Exception {
        ExecutorService executor = Troupe.executor();
        assertEquals(4, executor.invokeAny(List.of(failing(), waitingAt(Gate.shut()), twiceOf(2)), 20, TimeUnit.SECONDS));
        var thrown = assertThrows(ExecutionException.class, () -> executor.invokeAny(List.of(failing(), failing())));
        assertInstanceOf(RayTaskException.class, thrown.getCause());
        assertThrows(TimeoutException.class,
                () -> executor.invokeAny(List.of(waitingAt(Gate.shut())), 50, TimeUnit.MILLISECONDS));
    }

    @In(EMBEDDED)
    void anExecutorGivesTheResultThatWasAgreedOn() throws Exception {
        assertEquals("done", Troupe.executor().submit((Runnable & Serializable) () -> twice(1), "done").get(10, TimeUnit.SECONDS));
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
        assertEquals(8_000_000.5, Ray.task(BeyondRayTest::first, new Object[]{ref}).remote().get());
        assertTrue(Troupe.segment(ref).isReadOnly());
        assertThrows(IllegalArgumentException.class, () -> Troupe.segment(Ray.put("small")));
    }
}
