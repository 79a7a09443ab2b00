package dev.troupe.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LongWaitTest {
    private final Logged log = new Logged();

    @AfterEach
    void close() {
        log.close();
    }

    /// Runs a task that waits, until it has said so.
    private void says(String sentence, Task<OnlineRlContext> task, Middleware<? super OnlineRlContext> middleware) throws Exception {
        Crew crew = new Crew();
        task.use(middleware);
        crew.run(task::run);
        log.await(line -> line.equals("after 5 s, " + sentence));
        task.close();
        crew.join();
    }

    private static Task<OnlineRlContext> on(Router router) {
        return Task.start(new OnlineRlContext(), TaskOptions.defaults(), router);
    }

    @Test
    void aBarrierNamesTheNodesItWaitsFor() throws Exception {
        Net net = Net.mesh();
        net.join(3);
        net.join(5);
        Task<OnlineRlContext> task = on(net.join(0));
        says("node 0 still waits at barrier 'step' for node 3, node 5", task, Barrier.of(task));
    }

    @Test
    void aLearnerSaysThatNoCollectorSendsData() throws Exception {
        Net net = Net.mesh();
        net.join(1);
        Task<OnlineRlContext> task = on(net.join(0)).addRole(Role.LEARNER);
        says("node 0 still waits for data from a node with the role COLLECTOR; the linked nodes are [1]", task, ContextExchange.of(task));
    }

    @Test
    void aCollectorSaysThatNoLearnerSendsAModel() throws Exception {
        Task<OnlineRlContext> task = on(Net.mesh().join(1)).addRole(Role.COLLECTOR);
        says("node 1 still waits for the model from a node with the role LEARNER; no linked process can send it", task,
                ModelExchange.of(task, () -> "model", model -> {}));
    }

    @Test
    void theSameSentenceComesOnlyOnce() throws Exception {
        LongWait wait = new LongWait(new Life());
        for (int i = 0; i < 2; i++) {
            boolean came = wait.await(() -> false, LongWait.SILENCE.plusMillis(1), () -> "nobody comes");
            assertEquals(false, came);
        }
        assertEquals(List.of("after 5 s, nobody comes"), log.lines());
    }
}
