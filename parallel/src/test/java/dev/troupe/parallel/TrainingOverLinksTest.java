package dev.troupe.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.link.LinkOptions;
import dev.troupe.task.Barrier;
import dev.troupe.task.Context;
import dev.troupe.task.ContextExchange;
import dev.troupe.task.Crew;
import dev.troupe.task.ModelExchange;
import dev.troupe.task.OnlineRlContext;
import dev.troupe.task.Role;
import dev.troupe.task.Router;
import dev.troupe.task.Task;
import dev.troupe.task.TaskOptions;
import dev.troupe.task.Termination;
import dev.troupe.transport.Address;
import dev.troupe.transport.Token;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The ready-made middleware together, over real routers and in-memory links.
@Timeout(30)
class TrainingOverLinksTest {
    private static final AtomicInteger NAMES = new AtomicInteger();

    /// A move in a game, as a collector sends it.
    record Move(int node, long step, float[] board) {}

    private final String name = "training-" + NAMES.incrementAndGet();
    private final List<LinkRouter> routers = new ArrayList<>();

    @AfterEach
    void close() {
        routers.forEach(LinkRouter::close);
    }

    private Address address(int node) {
        return Address.parse("mem://" + name + "-" + node);
    }

    private void mesh(int size) throws IOException {
        for (int id = 0; id < size; id++) {
            Set<Integer> later = Set.copyOf(IntStream.range(id + 1, size).boxed().toList());
            Neighbours place = new Neighbours(id, address(id), IntStream.range(0, id).mapToObj(this::address).toList(), later,
                    Duration.ofSeconds(10));
            routers.add(LinkRouter.open(place, Token.of("the token of the tests"), LinkOptions.defaults(), Trace.off()));
        }
    }

    private static Task<OnlineRlContext> as(Role role, Router router) {
        return Task.start(new OnlineRlContext(), TaskOptions.defaults(), router).addRole(role);
    }

    @Test
    void aTrainingOfFourRolesRunsToItsEndEverywhere() throws Exception {
        mesh(4);
        Crew crew = new Crew();
        crew.run(() -> {
            try (Task<OnlineRlContext> task = as(Role.LEARNER, routers.get(0))) {
                task.use(ContextExchange.of(task));
                task.use(ModelExchange.of(task, () -> new float[]{task.context().trainIteration()}, (float[] model) -> {}));
                task.use(ctx -> {
                    ctx.trajectories(Move.class).forEach(move -> assertEquals(move.node(), move.board()[0]));
                    ctx.addTrainIterations(1);
                });
                task.use(Termination.of(task).maxTrainIterations(30));
                task.run();
                assertTrue(task.context().envStep() >= 30);
            }
        });
        for (int id : new int[]{1, 2}) {
            crew.run(() -> {
                try (Task<OnlineRlContext> task = as(Role.COLLECTOR, routers.get(id))) {
                    float[][] model = new float[1][];
                    task.use(ContextExchange.of(task));
                    task.use(ModelExchange.of(task, () -> new float[0], (float[] newest) -> model[0] = newest));
                    task.use(ctx -> {
                        assertTrue(model[0].length == 1);
                        ctx.trajectories(List.of(new Move(id, ctx.step(), new float[]{id})));
                        ctx.addEnvSteps(1);
                    });
                    task.run();
                    assertTrue(task.finished());
                }
            });
        }
        crew.run(() -> {
            try (Task<OnlineRlContext> task = as(Role.EVALUATOR, routers.get(3))) {
                task.use(ContextExchange.of(task));
                task.use(ModelExchange.of(task, () -> new float[0], (float[] newest) -> task.context().evalValue(newest[0])));
                task.run();
                assertTrue(task.context().lastEvalValue() >= 0);
            }
        });
        crew.join();
    }

    @Test
    void aBarrierGoesOnWithoutANodeThatIsLost() throws Exception {
        mesh(3);
        CountDownLatch passed = new CountDownLatch(2);
        CountDownLatch end = new CountDownLatch(2);
        Crew crew = new Crew();
        for (int id = 0; id < 2; id++) {
            LinkRouter router = routers.get(id);
            crew.run(() -> {
                try (Task<Context> task = Task.start(new Context(), TaskOptions.defaults(), router)) {
                    task.use(Barrier.of(task));
                    task.use(ctx -> {
                        if (ctx.step() == 4) {
                            passed.countDown();
                        }
                    });
                    task.run(20);
                    end.countDown();
                    end.await();
                }
            });
        }
        crew.run(() -> {
            // Leaves without closing its task, as a process does that is killed.
            Task<Context> task = Task.start(new Context(), TaskOptions.defaults(), routers.get(2));
            task.use(Barrier.of(task));
            task.run(5);
            passed.await();
            routers.get(2).close();
        });
        crew.join();
    }
}
