package dev.troupe.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class TerminationTest {
    @Test
    void enoughEnvironmentStepsEndTheTask() {
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            task.use(Termination.of(task).maxEnvSteps(100));
            task.use(ctx -> ctx.addEnvSteps(30));
            task.run();
            assertEquals(120, task.context().envStep());
        }
    }

    @Test
    void enoughTrainIterationsEndTheTask() {
        try (Task<OfflineRlContext> task = Task.start(new OfflineRlContext())) {
            task.use(ctx -> ctx.addTrainIterations(1));
            task.use(Termination.of(task).maxEnvSteps(100).maxTrainIterations(7));
            task.run();
            assertEquals(7, task.context().step());
        }
    }

    @Test
    void anEvaluationThatIsGoodEnoughEndsTheTask() {
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            task.use(Termination.of(task).stopValue(195));
            task.use(ctx -> ctx.evalValue(50.0 * ctx.step()));
            task.run();
            assertEquals(200, task.context().lastEvalValue());
        }
    }

    @Test
    void itEndsTheTasksOfThePeersToo() throws Exception {
        Net net = Net.mesh();
        Net.Node here = net.join(0);
        Net.Node there = net.join(1);
        Crew crew = new Crew();
        crew.run(() -> {
            try (Task<Context> task = Task.start(new Context(), TaskOptions.defaults(), there)) {
                task.use(ctx -> {});
                task.run();
                assertTrue(task.finished());
            }
        });
        try (Task<Context> task = Task.start(new Context(), TaskOptions.defaults(), here)) {
            task.use(ctx -> ctx.put("score", ctx.step()));
            task.use(Termination.of(task).when("score", 10));
            task.run();
        }
        crew.join();
    }
}
