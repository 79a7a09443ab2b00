package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static dev.troupe.runtime.behaviour.Mode.LOCAL;
import static dev.troupe.runtime.behaviour.Mode.SHARED_CLUSTER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.ray.api.Ray;
import io.ray.api.exception.RayActorException;
import io.ray.api.exception.RayTaskException;
import io.ray.api.parallelactor.ParallelActor;
import io.ray.api.parallelactor.ParallelActorHandle;

/// One actor, many instances, each with state and a thread of its own.
final class ParallelActorsTest {
    static class Worker {
        private int value;

        int add(int a, int b) {
            return a + b;
        }

        int increase(int delta) {
            value += delta;
            return value;
        }

        long pid() {
            return ProcessHandle.current().pid();
        }

        long thread() {
            return Thread.currentThread().threadId();
        }

        int waitAt(Gate gate) throws InterruptedException {
            return gate.pass(1);
        }

        int oops() {
            throw new IllegalStateException("Oops");
        }
    }

    private static ParallelActorHandle<Worker> workers() {
        return ParallelActor.actor(Worker::new).setParallelism(10).remote();
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void eachInstanceHasItsOwnStateAndThread() {
        var workers = workers();
        assertEquals(10, workers.getParallelism());
        assertEquals(5, workers.getInstance(2).task(Worker::add, 2, 3).remote().get());
        assertEquals(7, workers.getInstance(3).task(Worker::add, 3, 4).remote().get());
        assertEquals(1_000_000, workers.getInstance(2).task(Worker::increase, 1_000_000).remote().get());
        assertEquals(3_000_000, workers.getInstance(2).task(Worker::increase, 2_000_000).remote().get());
        assertEquals(1, workers.getInstance(3).task(Worker::increase, 1).remote().get());
        assertEquals(workers.getInstance(0).task(Worker::pid).remote().get(), workers.getInstance(1).task(Worker::pid).remote().get());
        assertNotEquals(workers.getInstance(4).task(Worker::thread).remote().get(),
                workers.getInstance(5).task(Worker::thread).remote().get());
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void aBlockedInstanceBlocksNoOther() {
        var workers = workers();
        var gate = Gate.shut();
        var blocked = workers.getInstance(0).task(Worker::waitAt, gate).remote();
        gate.awaitArrivals(1);
        assertEquals(3, workers.getInstance(1).task(Worker::add, 1, 2).remote().get());
        gate.open();
        assertEquals(1, blocked.get());
    }

    private static int increaseSecond(ParallelActorHandle<Worker> workers, int delta) {
        return workers.getInstance(2).task(Worker::increase, delta).remote().get();
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aHandleThatIsPassedOnReachesTheSameInstances() {
        var workers = workers();
        assertEquals(1_000_000, workers.getInstance(2).task(Worker::increase, 1_000_000).remote().get());
        assertEquals(2_000_000, Ray.task(ParallelActorsTest::increaseSecond, workers, 1_000_000).remote().get());
        assertEquals(4_000_000, Ray.task(ParallelActorsTest::increaseSecond, workers, 2_000_000).remote().get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aKilledParallelActorAnswersNoMore() {
        var workers = workers();
        assertEquals(5, workers.getInstance(0).task(Worker::add, 2, 3).remote().get());
        workers.getHandle().kill(true);
        assertThrows(RayActorException.class, () -> workers.getInstance(0).task(Worker::add, 2, 3).remote().get());
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void anExceptionOfAnInstanceArrivesAsItIs() {
        var workers = workers();
        var failure = assertThrows(RayTaskException.class, () -> workers.getInstance(0).task(Worker::oops).remote().get());
        assertInstanceOf(IllegalStateException.class, failure.getCause());
        assertEquals(3, workers.getInstance(0).task(Worker::add, 1, 2).remote().get());
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void instancesCanBeMadeByALambdaWithArguments() {
        int start = 5;
        var counters = ParallelActor.actor(() -> new Counter(start)).setParallelism(2).remote();
        assertEquals(6, counters.getInstance(0).task(Counter::increaseAndGet, 1).remote().get());
        assertEquals(7, counters.getInstance(1).task(Counter::increaseAndGet, 2).remote().get());
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void anInstanceThatDoesNotExistIsRefused() {
        var workers = workers();
        assertThrows(RuntimeException.class, () -> workers.getInstance(10).task(Worker::add, 1, 2).remote().get());
        assertThrows(RuntimeException.class, () -> workers.getInstance(-1).task(Worker::add, 1, 2).remote().get());
    }
}
