package dev.troupe.task;

import dev.troupe.text.Durations;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// A wait that explains itself: after five seconds the log says what it waits for. Each message is logged only once, so that a program with long
/// steps does not fill the log.
final class LongWait {
    static final Duration SILENCE = Duration.ofSeconds(5);
    private static final System.Logger LOG = System.getLogger("dev.troupe.task");

    private final Life life;
    private String said = "";

    LongWait(Life life) {
        this.life = life;
    }

    /// Waits as [Life#await] does.
    ///
    /// @param sentence such as `node 0 still waits for node 1`; called under the lock of the [Life]
    boolean await(BooleanSupplier condition, Duration timeout, Supplier<String> sentence) throws InterruptedException {
        if (timeout.compareTo(SILENCE) <= 0) {
            return life.await(condition, timeout);
        }
        if (life.await(condition, SILENCE)) {
            return true;
        }
        say(sentence);
        return life.await(condition, timeout.minus(SILENCE));
    }

    private void say(Supplier<String> sentence) {
        synchronized (life) {
            String now = sentence.get();
            if (!now.equals(said)) {
                said = now;
                LOG.log(System.Logger.Level.WARNING, "after {0}, {1}", Durations.text(SILENCE), now);
            }
        }
    }
}
