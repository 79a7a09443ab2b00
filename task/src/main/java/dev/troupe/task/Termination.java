package dev.troupe.task;

import java.util.ArrayList;
import java.util.List;

/// Finishes the task, here and at all linked peers, when a limit is reached.
///
/// ```java
/// task.use(Termination.of(task).maxEnvSteps(1_000_000).stopValue(195));
/// ```
///
/// It checks the limits after all middleware of a step have run, so its place in the order does not matter.
public final class Termination implements Middleware<Context> {
    private static final System.Logger LOG = System.getLogger("dev.troupe.task");

    private final Task<?> task;
    private final List<Limit> limits;

    private record Limit(String name, double value) {
        boolean reached(Context ctx) {
            return ctx.get(name) instanceof Number number && number.doubleValue() >= value;
        }
    }

    private Termination(Task<?> task, List<Limit> limits) {
        this.task = task;
        this.limits = limits;
    }

    /// A check without limits.
    public static Termination of(Task<?> task) {
        return new Termination(task, List.of());
    }

    /// Ends when the environments have taken this many steps.
    public Termination maxEnvSteps(long steps) {
        return when("envStep", (double) steps);
    }

    /// Ends when the model was trained this many times.
    public Termination maxTrainIterations(long iterations) {
        return when("trainIteration", (double) iterations);
    }

    /// Ends when an evaluation is at least this good.
    public Termination stopValue(double value) {
        return when("evalValue", value);
    }

    /// Ends when the number with this name in the context is at least this high.
    public Termination when(String name, double value) {
        List<Limit> more = new ArrayList<>(limits);
        more.add(new Limit(name, value));
        return new Termination(task, List.copyOf(more));
    }

    @Override
    public void run(Context ctx) {
        ctx.defer(() -> limits.stream().filter(limit -> limit.reached(ctx)).findFirst().ifPresent(limit -> {
            LOG.log(System.Logger.Level.DEBUG, "finish after step {0}: {1} is {2}", ctx.step(), limit.name, ctx.get(limit.name));
            task.finish();
        }));
    }
}
