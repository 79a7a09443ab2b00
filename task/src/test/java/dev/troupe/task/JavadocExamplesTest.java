package dev.troupe.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The programs quoted in the Javadoc of this module: they compile and run.
@Timeout(20)
class JavadocExamplesTest {
    @TempDir
    Path directory;
    private final List<Object> printed = new ArrayList<>();
    private float[] weights = {1};

    @Test
    void ofTask() {
        try (Task<Context> task = Task.start()) {
            task.on("greeting", (String text) -> printed.add("Get msg: " + text));
            task.use(ctx -> task.emit("greeting", "Hi %d times".formatted(ctx.step())));
            task.run(10);
        }
        assertEquals(10, printed.size());
        assertEquals("Get msg: Hi 0 times", printed.getFirst());
    }

    @Test
    void ofExpectation() {
        try (Task<Context> task = Task.start()) {
            task.on("question", () -> task.emit("answer"));
            Expectation answer = task.expect("answer");
            task.emit("question");
            boolean came = answer.await(Duration.ofSeconds(10)).isPresent();
            assertTrue(came);
        }
    }

    @Test
    void ofMiddlewareAndLabels() {
        Middleware<Context> train = ctx -> printed.add("train " + ctx.step());
        try (Task<Context> task = Task.start()) {
            task.use(ctx -> printed.add("step " + ctx.step()));
            if (task.matchLabels("learner", "node.0")) {
                task.use(train);
            }
            task.use(ctx -> ctx.defer(() -> printed.add("deferred")));
            task.run(1);
        }
        assertEquals(List.of("step 0", "train 0", "deferred"), printed);
    }

    @Test
    void ofOnlineRlContext() {
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            task.use(ctx -> {
                ctx.trajectories(List.of("left", "right"));
                ctx.addEnvSteps(2);
            });
            task.use(ctx -> ctx.addTrainIterations(ctx.trajectories(String.class).size()));
            task.run(10);
            printed.add(task.context().envStep() + " steps, " + task.context().trainIteration() + " iterations");
        }
        assertEquals(List.of("20 steps, 20 iterations"), printed);
    }

    @Test
    void ofTheExchanges() {
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            task.addRole(task.router().nodeId() == 0 ? Role.LEARNER : Role.COLLECTOR);
            task.use(ContextExchange.of(task).fromAll());
            task.use(ModelExchange.of(task, () -> weights.clone(), (float[] newest) -> weights = newest));
            if (task.hasRole(Role.COLLECTOR)) {
                task.use(ctx -> ctx.trajectories(List.of(ctx.trainIteration())));
            } else {
                task.use(ctx -> printed.addAll(ctx.trajectories()));
            }
            task.run(1);
        }
        assertEquals(List.of(), printed);
    }

    @Test
    void ofCheckpointTimerTerminationAndLogger() {
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            Checkpoint<OnlineRlContext> checkpoint = Checkpoint.of(task, directory.resolve("model.ckpt"),
                    (ctx, out) -> new DataOutputStream(out).writeLong(ctx.envStep()),
                    (ctx, in) -> ctx.envStep(new DataInputStream(in).readLong()))
                    .everyIterations(1000);
            checkpoint.restore();
            task.use(checkpoint);
            task.wrap(StepTimer.every(100));
            task.use(Termination.of(task).maxEnvSteps(1_000_000).stopValue(195));
            task.use(StepLogger.of("envStep", "evalValue").every(10));
            task.use(Barrier.of(task));
            task.use(ctx -> ctx.evalValue(195));
            task.run();
            assertTrue(task.finished());
        }
    }

    @Test
    void ofRouterPeersAndArrays() {
        List<String> files = List.of("a", "b", "c");
        String[] both = {"Ada", "Grace"};
        try (Task<Context> task = Task.start()) {
            Router here = task.router();
            for (int i = here.nodeId(); i < files.size(); i += here.size()) {
                printed.add(files.get(i));
            }
            if (!task.waitForPeers(2, Duration.ofSeconds(30))) {
                printed.add("only " + task.router().peers() + " came");
            }
            task.on("names", (String[] names) -> printed.add(names.length));
            task.emit("names", (Object) both);
        }
        assertEquals(List.of("a", "b", "c", "only [] came", 2), printed);
    }

    @Test
    void ofEmitterAndEvent() {
        Event<float[]> model = Event.of("model", float[].class).with(Delivery.LATEST);
        try (Task<Context> task = Task.start()) {
            task.on(model, newest -> printed.add(newest.length));
            task.emit(model, new float[3]);
            task.use(ctx -> task.onlyRemote().with(Delivery.LATEST).emit("progress", ctx.step()));
            task.run(1);
        }
        assertEquals(List.of(3), printed);
    }
}
