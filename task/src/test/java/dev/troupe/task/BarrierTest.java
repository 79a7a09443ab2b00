package dev.troupe.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class BarrierTest {
    private static final int STEPS = 50;

    private static Task<Context> on(Router router) {
        return Task.start(new Context(), TaskOptions.defaults(), router);
    }

    /// Each node counts, then passes the barrier, then nobody may be behind.
    private static void nobodyGoesOnBeforeAllHaveArrived(Net net) throws Exception {
        int count = 4;
        AtomicIntegerArray arrived = new AtomicIntegerArray(count);
        List<Net.Node> nodes = IntStream.range(0, count).mapToObj(net::join).toList();
        CountDownLatch done = new CountDownLatch(count);
        Crew crew = new Crew();
        for (Net.Node node : nodes) {
            crew.run(() -> {
                try (Task<Context> task = on(node)) {
                    task.use(ctx -> arrived.incrementAndGet(node.nodeId()));
                    task.use(Barrier.of(task));
                    task.use(ctx -> {
                        for (int i = 0; i < count; i++) {
                            assertTrue(arrived.get(i) > ctx.step(), "node " + i + " is behind in step " + ctx.step());
                        }
                    });
                    task.run(STEPS);
                    done.countDown();
                    done.await();
                }
            });
        }
        crew.join();
        IntStream.range(0, count).forEach(i -> assertEquals(STEPS, arrived.get(i)));
    }

    @Test
    void inAMeshNobodyGoesOnBeforeAllHaveArrived() throws Exception {
        nobodyGoesOnBeforeAllHaveArrived(Net.mesh());
    }

    @Test
    void inAStarNobodyGoesOnBeforeAllHaveArrived() throws Exception {
        nobodyGoesOnBeforeAllHaveArrived(Net.star());
    }

    @Test
    void aTimeoutNamesTheNodesThatAreMissing() {
        Net net = Net.mesh();
        net.join(3);
        net.join(5);
        try (Task<Context> task = on(net.join(0))) {
            task.use(Barrier.of(task).timeout(Duration.ofMillis(20)));
            String message = assertThrows(EventTimeoutException.class, () -> task.run(1)).getMessage();
            assertTrue(message.startsWith("node 0 waited 20 ms at barrier 'step' in step 0 for node 3, node 5;"), message);
        }
    }

    @Test
    void whoIsLostIsNotWaitedForAnyLonger() throws Exception {
        Net net = Net.mesh();
        Net.Node here = net.join(0);
        net.join(1);
        CountDownLatch waiting = new CountDownLatch(1);
        Crew crew = new Crew();
        crew.run(() -> {
            try (Task<Context> task = on(here)) {
                task.use(ctx -> waiting.countDown());
                task.use(Barrier.of(task).timeout(Duration.ofDays(1)));
                task.run(3);
            }
        });
        waiting.await();
        net.lose(1);
        crew.join();
    }

    @Test
    void whoJoinsLaterIsWaitedForFromThenOn() throws Exception {
        Net net = Net.mesh();
        Net.Node here = net.join(0);
        CountDownLatch passed = new CountDownLatch(5);
        CountDownLatch together = new CountDownLatch(20);
        Crew crew = new Crew();
        crew.run(() -> {
            try (Task<Context> task = on(here)) {
                task.use(Barrier.of(task).timeout(Duration.ofDays(1)));
                task.use(ctx -> passed.countDown());
                task.run();
            }
        });
        passed.await();
        Net.Node late = net.join(1);
        crew.run(() -> {
            try (Task<Context> task = on(late)) {
                task.use(Barrier.of(task).timeout(Duration.ofDays(1)));
                task.use(ctx -> together.countDown());
                task.run(20);
            }
        });
        together.await();
        crew.join();
    }

    @Test
    void finishOpensTheBarrier() throws Exception {
        Net net = Net.mesh();
        Net.Node here = net.join(0);
        Net.Node there = net.join(1);
        CountDownLatch waiting = new CountDownLatch(1);
        Crew crew = new Crew();
        crew.run(() -> {
            try (Task<Context> task = on(here)) {
                task.use(ctx -> waiting.countDown());
                task.use(Barrier.of(task).timeout(Duration.ofDays(1)));
                task.run();
            }
        });
        waiting.await();
        on(there).close();
        crew.join();
    }

    @Test
    void twoBarriersOfATaskHaveDifferentNames() {
        try (Task<Context> task = Task.start()) {
            task.use(Barrier.of(task)).use(Barrier.of(task, "eval"));
            task.run(2);
            String message = assertThrows(IllegalStateException.class, () -> Barrier.of(task, "eval")).getMessage();
            assertTrue(message.startsWith("this task already has a barrier 'eval'"), message);
        }
    }
}
