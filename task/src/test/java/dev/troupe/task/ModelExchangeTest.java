package dev.troupe.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ModelExchangeTest {
    private final Net net = Net.mesh();
    private final List<Integer> taken = new CopyOnWriteArrayList<>();

    private static Task<Context> as(Role role, Router router) {
        return Task.start(new Context(), TaskOptions.defaults(), router).addRole(role);
    }

    private ModelExchange<int[]> learner(Task<Context> task) {
        return ModelExchange.of(task, () -> new int[]{(int) task.context().step()}, (int[] model) -> taken.add(-1));
    }

    private ModelExchange<int[]> follower(Task<Context> task) {
        return ModelExchange.of(task, () -> new int[]{-1}, (int[] model) -> taken.add(model[0]));
    }

    @Test
    void theFirstModelIsThereBeforeTheFirstStepAndLaterOnesFollow() throws Exception {
        Net.Node first = net.join(0);
        Net.Node second = net.join(1);
        Crew crew = new Crew();
        crew.run(() -> {
            try (Task<Context> task = as(Role.COLLECTOR, second)) {
                task.use(follower(task));
                task.use(ctx -> assertTrue(task.finished() || !taken.isEmpty()));
                task.use(ctx -> {
                    if (taken.contains(9)) {
                        task.emit("seen the last");
                    }
                });
                task.run();
            }
        });
        try (Task<Context> task = as(Role.LEARNER, first)) {
            task.use(learner(task));
            Expectation seen = task.expect("seen the last");
            task.run(10);
            assertTrue(seen.await(Duration.ofSeconds(10)).isPresent());
        }
        crew.join();
        assertEquals(taken.stream().sorted().toList(), taken);
    }

    @Test
    void whoJoinsLaterGetsTheNewestModelAtOnce() throws Exception {
        try (Task<Context> task = as(Role.LEARNER, net.join(0))) {
            task.use(learner(task));
            task.run(3);
            Net.Node late = net.join(1);
            try (Task<Context> other = as(Role.EVALUATOR, late)) {
                other.use(follower(other));
                other.run(1);
            }
        }
        assertEquals(List.of(2), taken.stream().distinct().toList());
    }

    @Test
    void onlyTheNewestModelIsTaken() throws Exception {
        Net.Node first = net.join(0);
        Net.Node second = net.join(1);
        try (Task<Context> slow = as(Role.EVALUATOR, second); Task<Context> task = as(Role.LEARNER, first)) {
            slow.use(follower(slow));
            task.use(learner(task));
            task.run(5);
            CountDownLatch delivered = new CountDownLatch(1);
            slow.on("all sent", delivered::countDown);
            slow.waitFor("nothing", Duration.ZERO);
            task.emit("all sent");
            delivered.await();
            slow.run(2);
        }
        assertEquals(List.of(4), taken.stream().distinct().toList());
    }

    @Test
    void aNodeWithoutPeersDoesNotWaitForEver() {
        try (Task<Context> task = as(Role.COLLECTOR, net.join(1))) {
            task.use(follower(task).timeout(Duration.ofMillis(20)));
            String message = assertThrows(EventTimeoutException.class, () -> task.run(1)).getMessage();
            assertTrue(message.startsWith("node 1 waited 20 ms for the model from a node with the role LEARNER"), message);
        }
    }

    @Test
    void aNodeThatWaitsWhenTheTaskFinishesSkipsTheRestOfTheStep() throws Exception {
        Net.Node first = net.join(0);
        Net.Node second = net.join(1);
        CountDownLatch waiting = new CountDownLatch(1);
        Crew crew = new Crew();
        crew.run(() -> {
            try (Task<Context> task = as(Role.COLLECTOR, second)) {
                task.use(ctx -> waiting.countDown());
                task.use(follower(task));
                task.use(ctx -> taken.add(-5));
                task.run();
            }
        });
        waiting.await();
        as(Role.EVALUATOR, first).close();
        crew.join();
        assertEquals(List.of(), taken);
    }

    @Test
    void aSingleProcessNeedsNoExchange() {
        try (Task<Context> task = Task.start()) {
            task.use(follower(task));
            task.run(2);
        }
        assertEquals(List.of(), taken);
    }
}
