package dev.troupe.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class StepTimerTest {
    private final List<String> lines = new ArrayList<>();
    private final AtomicLong clock = new AtomicLong(1);

    private void pass(long millis) {
        clock.addAndGet(Duration.ofMillis(millis).toNanos());
    }

    @Test
    void itReportsTheMeanTimeOfEachMiddlewareWithWhatItDeferred() {
        StepTimer<Context> timer = new StepTimer<>(2, lines::add, clock::get);
        try (Task<Context> task = Task.start()) {
            task.use(Middleware.named("play", ctx -> {
                pass(10 * (ctx.step() + 1));
                ctx.defer(() -> pass(1));
            }));
            task.wrap(timer);
            task.use(Middleware.named("train", ctx -> {
                ctx.defer(() -> pass(2));
                pass(3);
                ctx.defer(() -> pass(5));
            }));
            task.run(5);
        }
        assertEquals(List.of("step 0: play 11 ms, train 10 ms", "step 2: play 26 ms, train 10 ms (mean of 2 steps)",
                "step 4: play 46 ms, train 10 ms (mean of 2 steps)"), lines);
        assertEquals(Map.of("play", Duration.ofMillis(31), "train", Duration.ofMillis(10)), timer.means());
    }

    @Test
    void itIsEasyToUse() {
        try (Task<Context> task = Task.start()) {
            task.wrap(StepTimer.<Context>every(100).to(lines::add));
            task.use(Middleware.named("quick", ctx -> {}));
            task.run(101);
        }
        assertEquals(2, lines.size());
    }

    @Test
    void valuesAreLoggedByName() {
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            task.use(StepLogger.of("envStep", "evalValue", "nothing").every(2).to(lines::add));
            task.use(ctx -> {
                ctx.addEnvSteps(32);
                ctx.evalValue(12.5);
            });
            task.run(3);
        }
        assertEquals(List.of("step 0: envStep 32, evalValue 12.5", "step 2: envStep 96, evalValue 12.5"), lines);
    }
}
