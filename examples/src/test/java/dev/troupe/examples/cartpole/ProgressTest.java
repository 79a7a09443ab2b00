package dev.troupe.examples.cartpole;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.task.OnlineRlContext;
import dev.troupe.task.RouterStats;
import dev.troupe.task.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {
    @Test
    void itSpeaksOnceASecond() {
        List<String> lines = new ArrayList<>();
        AtomicLong nanos = new AtomicLong();
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            task.use(new Progress(() -> new RouterStats(nanos.get() / 10_000_000, nanos.get() / 10_000_000, 0, 0), nanos::get, lines::add));
            task.use(ctx -> {
                nanos.addAndGet(400_000_000);
                ctx.addEnvSteps(10);
            });
            task.run(6);
        }
        assertEquals(List.of("progress: 1 s, 30 steps, 0 episodes, 0 iterations, 200 events/s",
                "progress: 2 s, 60 steps, 0 episodes, 0 iterations, 200 events/s"), lines);
    }
}
