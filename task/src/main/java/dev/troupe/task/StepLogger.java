package dev.troupe.task;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Logs chosen values of the context every `n` steps.
///
/// ```java
/// task.use(StepLogger.of("envStep", "evalValue").every(10));
/// // step 10: envStep 320, evalValue 12.5
/// ```
///
/// It reads the values after all middleware of a step have run, so its place in the order does not matter. Missing values are left out.
public final class StepLogger implements Middleware<Context> {
    private static final System.Logger LOG = System.getLogger("dev.troupe.task");

    private final List<String> names;
    private final long every;
    private final Consumer<String> log;

    private StepLogger(List<String> names, long every, Consumer<String> log) {
        if (every < 1) {
            throw new IllegalArgumentException("a line every " + every + " steps; at least 1 is needed");
        }
        this.names = names;
        this.every = every;
        this.log = log;
    }

    /// Logs these values in each step.
    public static StepLogger of(String... names) {
        return new StepLogger(List.of(names), 1, line -> LOG.log(System.Logger.Level.INFO, line));
    }

    /// The same logger, every `every` steps.
    public StepLogger every(long steps) {
        return new StepLogger(names, steps, log);
    }

    /// The same logger, which passes its lines to the program.
    public StepLogger to(Consumer<String> lines) {
        return new StepLogger(names, every, lines);
    }

    @Override
    public void run(Context ctx) {
        long step = ctx.step();
        if (step % every == 0) {
            ctx.defer(() -> log.accept("step " + step + ": " + names.stream().filter(name -> ctx.get(name) != null)
                    .map(name -> name + " " + ctx.get(name)).collect(Collectors.joining(", "))));
        }
    }
}
