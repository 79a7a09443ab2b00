package dev.troupe.examples.cartpole;

import dev.troupe.task.Middleware;
import dev.troupe.task.OnlineRlContext;
import dev.troupe.task.RouterStats;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Says once a second how the training goes: `progress: 12 s, 40960 steps, 812 episodes, 20 iterations, 351 events/s`.
final class Progress implements Middleware<OnlineRlContext> {
    private static final long EVERY = 1_000_000_000;

    private final Supplier<RouterStats> stats;
    private final LongSupplier nanoTime;
    private final Consumer<String> lines;
    private final long began;
    private long said;
    private long events;

    Progress(Supplier<RouterStats> stats, LongSupplier nanoTime, Consumer<String> lines) {
        this.stats = stats;
        this.nanoTime = nanoTime;
        this.lines = lines;
        began = nanoTime.getAsLong();
        said = began;
    }

    @Override
    public void run(OnlineRlContext ctx) {
        ctx.defer(() -> {
            if (nanoTime.getAsLong() - said >= EVERY) {
                say(ctx);
            }
        });
    }

    private void say(OnlineRlContext ctx) {
        long now = nanoTime.getAsLong();
        long all = stats.get().sent() + stats.get().received();
        lines.accept(
                String.format(Locale.ROOT, "progress: %d s, %d steps, %d episodes, %d iterations, %.0f events/s", (now - began) / EVERY,
                        ctx.envStep(), ctx.envEpisode(), ctx.trainIteration(), (all - events) * 1e9 / (now - said)));
        said = now;
        events = all;
    }
}
