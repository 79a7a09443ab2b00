package dev.troupe.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ContextExchangeTest {
    private final Net net = Net.mesh();
    private final List<String> seen = new CopyOnWriteArrayList<>();

    private static Task<OnlineRlContext> as(Role role, Router router) {
        return Task.start(new OnlineRlContext(), TaskOptions.defaults(), router).addRole(role);
    }

    @Test
    void collectorsSendTrajectoriesAndCountersAndTheLearnerItsIteration() throws Exception {
        Net.Node learner = net.join(0);
        List<Net.Node> collectors = List.of(net.join(1), net.join(2));
        Net.Node evaluator = net.join(3);
        Crew crew = new Crew();
        crew.run(() -> {
            try (Task<OnlineRlContext> task = as(Role.LEARNER, learner)) {
                task.use(ContextExchange.of(task));
                List<String> all = new ArrayList<>();
                CountDownLatch evaluated = new CountDownLatch(1);
                task.on("evaluated", evaluated::countDown);
                task.use(ctx -> {
                    assertFalse(ctx.trajectories().isEmpty());
                    all.addAll(ctx.trajectories(String.class));
                    ctx.addTrainIterations(1);
                    assertEquals(all.size(), ctx.envStep());
                    if (all.contains("node 1 step 3 b") && all.contains("node 2 step 3 a") && evaluated.getCount() == 0) {
                        task.finish();
                    }
                });
                task.run();
            }
        });
        for (Net.Node node : collectors) {
            crew.run(() -> {
                try (Task<OnlineRlContext> task = as(Role.COLLECTOR, node)) {
                    task.use(ContextExchange.of(task));
                    task.use(ctx -> {
                        String name = "node " + node.nodeId() + " step " + ctx.step();
                        ctx.trajectories(List.of(name + " a", name + " b"));
                        ctx.addEnvSteps(2);
                        assertEquals(2 * (ctx.step() + 1), ctx.envStep());
                        assertTrue(task.finished() || ctx.step() == 0 || ctx.trainIteration() > 0);
                    });
                    task.run();
                }
            });
        }
        crew.run(() -> {
            try (Task<OnlineRlContext> task = as(Role.EVALUATOR, evaluator)) {
                task.use(ContextExchange.of(task));
                task.use(ctx -> {
                    assertTrue(ctx.trajectories().isEmpty());
                    if (ctx.envStep() > 0 && ctx.trainIteration() > 0) {
                        task.emit("evaluated");
                    }
                });
                task.run();
            }
        });
        crew.join();
    }

    /// The second is held back until the first has sent twice.
    @Test
    void aLearnerCanWaitForAllCollectors() throws Exception {
        Net.Node learner = net.join(0);
        Net.Node quick = net.join(1);
        Net.Node slow = net.join(2);
        Net.Node evaluator = net.join(3);
        CountDownLatch quickHasSentTwice = new CountDownLatch(2);
        Crew crew = new Crew();
        crew.run(() -> {
            try (Task<OnlineRlContext> task = as(Role.LEARNER, learner)) {
                task.use(ContextExchange.of(task).fromAll());
                task.use(ctx -> seen.add(String.join(",", ctx.trajectories(String.class).stream().sorted().distinct().toList())));
                task.run(3);
            }
        });
        crew.run(() -> {
            try (Task<OnlineRlContext> task = as(Role.COLLECTOR, quick)) {
                task.use(ctx -> ctx.defer(quickHasSentTwice::countDown)); // after the exchange has sent
                task.use(ContextExchange.of(task).skip(2).fromAll());
                task.use(ctx -> ctx.trajectories(List.of("quick")));
                task.run();
            }
        });
        crew.run(() -> {
            try (Task<OnlineRlContext> task = as(Role.COLLECTOR, slow)) {
                quickHasSentTwice.await();
                task.use(ContextExchange.of(task).fromAll());
                task.use(ctx -> ctx.trajectories(List.of("slow")));
                task.run();
            }
        });
        crew.run(() -> {
            try (Task<OnlineRlContext> task = as(Role.EVALUATOR, evaluator)) {
                task.use(ContextExchange.of(task).fromAll());
                task.run();
            }
        });
        crew.join();
        assertEquals(List.of("quick,slow", "quick,slow", "quick,slow"), seen);
    }

    @Test
    void aCollectorThatLeavesIsNotWaitedForAndOneThatHasNothingSaysSo() throws Exception {
        Net.Node learner = net.join(0);
        Net.Node idle = net.join(1);
        Net.Node leaves = net.join(2);
        CountDownLatch waiting = new CountDownLatch(1);
        Crew crew = new Crew();
        crew.run(() -> {
            try (Task<OnlineRlContext> task = as(Role.LEARNER, learner)) {
                task.use(ctx -> waiting.countDown());
                task.use(ContextExchange.of(task).fromAll());
                task.use(ctx -> seen.add("step " + ctx.step()));
                task.run(2);
            }
        });
        crew.run(() -> {
            try (Task<OnlineRlContext> task = as(Role.COLLECTOR, idle)) {
                task.use(ContextExchange.of(task).fromAll());
                task.use(ctx -> {});
                task.run();
            }
        });
        waiting.await();
        assertEquals(List.of(), seen);
        net.lose(leaves.nodeId());
        crew.join();
        assertEquals(List.of("step 0", "step 1"), seen);
    }

    @Test
    void aLearnerSaysWhichCollectorsItWaitsFor() throws Exception {
        Net.Node learner = net.join(0);
        Net.Node collector = net.join(4);
        Crew crew = new Crew();
        try (Logged log = new Logged(); Task<OnlineRlContext> other = as(Role.COLLECTOR, collector)) {
            ContextExchange.of(other);
            crew.run(() -> {
                try (Task<OnlineRlContext> task = as(Role.LEARNER, learner)) {
                    task.use(ContextExchange.of(task).fromAll());
                    task.run();
                }
            });
            log.await("after 5 s, node 0 still waits for data from node 4"::equals);
        }
        crew.join();
    }

    @Test
    void aPeerWithoutAnExchangeIsNotWaitedForLongerThanTheTimeout() throws Exception {
        Net.Node learner = net.join(0);
        Net.Node collector = net.join(1);
        net.join(2);
        Crew crew = new Crew();
        crew.run(() -> {
            try (Task<OnlineRlContext> task = as(Role.LEARNER, learner)) {
                task.use(ContextExchange.of(task).fromAll().timeout(Duration.ofMillis(50)));
                task.run(3);
                seen.add("learned");
            }
        });
        crew.run(() -> {
            try (Task<OnlineRlContext> task = as(Role.COLLECTOR, collector)) {
                task.use(ContextExchange.of(task).fromAll());
                task.run();
            }
        });
        crew.join();
        assertEquals(List.of("learned"), seen);
    }

    @Test
    void whatTheEvaluatorFindsEndsTheLearner() throws Exception {
        Net.Node learner = net.join(0);
        Net.Node collector = net.join(1);
        Net.Node evaluator = net.join(2);
        Crew crew = new Crew();
        crew.run(() -> {
            try (Task<OnlineRlContext> task = as(Role.LEARNER, learner)) {
                task.use(ContextExchange.of(task));
                task.use(ctx -> ctx.addTrainIterations(1));
                task.use(Termination.of(task).stopValue(100));
                task.run();
                assertEquals(100, task.context().lastEvalValue());
                assertTrue(task.context().lastEvalIteration() < task.context().trainIteration());
            }
        });
        crew.run(() -> {
            try (Task<OnlineRlContext> task = as(Role.COLLECTOR, collector)) {
                task.use(ContextExchange.of(task));
                task.use(ctx -> ctx.addEnvSteps(1));
                task.run();
            }
        });
        crew.run(() -> {
            try (Task<OnlineRlContext> task = as(Role.EVALUATOR, evaluator)) {
                task.use(ContextExchange.of(task));
                task.use(ctx -> ctx.evalValue(Math.min(100, 40.0 * ctx.trainIteration())));
                task.run();
            }
        });
        crew.join();
    }

    /// It waits for the answer to data that a learner took with it; the one that takes its place waits for data.
    @Test
    void aCollectorThatWaitsGoesOnWhenALearnerJoins() throws Exception {
        net.join(0);
        Net.Node collector = net.join(1);
        Crew crew = new Crew();
        CountDownLatch collected = new CountDownLatch(1);
        crew.run(() -> {
            try (Task<OnlineRlContext> task = as(Role.COLLECTOR, collector)) {
                task.use(ctx -> ctx.defer(collected::countDown)); // after the exchange has sent
                task.use(ContextExchange.of(task).timeout(Duration.ofDays(1)));
                task.use(ctx -> ctx.addEnvSteps(1));
                task.run();
            }
        });
        collected.await();
        net.lose(0);
        Net.Node again = net.join(0);
        crew.run(() -> {
            try (Task<OnlineRlContext> task = as(Role.LEARNER, again)) {
                task.use(ContextExchange.of(task));
                task.run(1);
                assertEquals(1, task.context().envStep());
            }
        });
        crew.join();
    }

    @Test
    void aLearnerThatWaitsWhenTheTaskFinishesSkipsTheRestOfTheStep() throws Exception {
        Net.Node learner = net.join(0);
        Net.Node collector = net.join(1);
        Crew crew = new Crew();
        CountDownLatch waiting = new CountDownLatch(1);
        crew.run(() -> {
            try (Task<OnlineRlContext> task = as(Role.LEARNER, learner)) {
                task.use(ctx -> waiting.countDown());
                task.use(ContextExchange.of(task));
                task.use(ctx -> seen.add("trained without data"));
                task.run();
            }
        });
        waiting.await();
        as(Role.COLLECTOR, collector).close();
        crew.join();
        assertEquals(List.of(), seen);
    }

    @Test
    void aLearnerWithoutPeersDoesNotWaitForEver() {
        try (Task<OnlineRlContext> task = as(Role.LEARNER, net.join(0))) {
            task.use(ContextExchange.of(task).timeout(Duration.ofMillis(20)));
            String message = assertThrows(EventTimeoutException.class, () -> task.run(1)).getMessage();
            assertTrue(message.startsWith("node 0 waited 20 ms for data from a node with the role COLLECTOR and no linked peer"),
                    message);
        }
    }

    @Test
    void aTimeoutThatLeavesNoTimeIsRefusedAsPeopleWriteIt() {
        try (Task<OnlineRlContext> task = as(Role.LEARNER, net.join(0))) {
            ContextExchange exchange = ContextExchange.of(task);
            assertEquals("a timeout of -1 s leaves no time to wait: give more than 0 s",
                    assertThrows(IllegalArgumentException.class, () -> exchange.timeout(Duration.ofSeconds(-1))).getMessage());
        }
    }

    @Test
    void aCollectorGoesOnWhenNoNewsCome() {
        net.join(0);
        try (Task<OnlineRlContext> task = as(Role.COLLECTOR, net.join(1))) {
            task.use(ContextExchange.of(task).timeout(Duration.ofMillis(1)));
            task.run(3);
            assertEquals(3, task.context().step());
        }
    }

    @Test
    void aCollectorDoesNotWaitInTheStepsItSkips() {
        net.join(0);
        try (Task<OnlineRlContext> task = as(Role.COLLECTOR, net.join(1))) {
            task.use(ContextExchange.of(task).skip(5).timeout(Duration.ofDays(1)));
            task.run(5);
            assertEquals(5, task.context().step());
        }
    }

    @Test
    void countersThatWereRestoredAreNotSentAgain() throws Exception {
        Net.Node learner = net.join(0);
        Net.Node collector = net.join(1);
        Crew crew = new Crew();
        crew.run(() -> {
            try (Task<OnlineRlContext> task = as(Role.LEARNER, learner)) {
                task.use(ContextExchange.of(task));
                task.run(1);
                assertEquals(5, task.context().envStep());
            }
        });
        crew.run(() -> {
            try (Task<OnlineRlContext> task = as(Role.COLLECTOR, collector)) {
                task.context().envStep(1000);
                task.use(ContextExchange.of(task));
                task.use(ctx -> ctx.addEnvSteps(5));
                task.run(2);
            }
        });
        crew.join();
    }

    @Test
    void aSingleProcessNeedsNoExchange() {
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            task.use(ContextExchange.of(task));
            task.use(ctx -> ctx.trajectories(List.of("mine")));
            task.use(ctx -> seen.addAll(ctx.trajectories(String.class)));
            task.run(2);
        }
        assertEquals(List.of("mine", "mine"), seen);
    }

    @Test
    void rolesAreDeclaredBeforeTheExchange() {
        try (Task<OnlineRlContext> task = as(Role.LEARNER, net.join(0))) {
            task.use(ContextExchange.of(task));
            task.addRole(Role.LEARNER);
            String message = assertThrows(IllegalStateException.class, () -> task.addRole(Role.COLLECTOR)).getMessage();
            assertTrue(message.startsWith("addRole(COLLECTOR) was called too late"), message);
            assertThrows(IllegalStateException.class, () -> ContextExchange.of(task));
        }
    }

    @Test
    void endsOfTrajectoriesMoveWithThem() {
        Collected first = new Collected(List.of("a", "b"), List.of(1), List.of(), 2, 1);
        Collected second = new Collected(List.of("c", "d", "e"), List.of(0, 2), List.of("e"), 3, 2);
        assertEquals(new Collected(List.of("a", "b", "c", "d", "e"), List.of(1, 2, 4), List.of("e"), 5, 3), first.and(second));
    }
}
