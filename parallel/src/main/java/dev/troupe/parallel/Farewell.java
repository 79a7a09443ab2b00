package dev.troupe.parallel;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// What a closing task tells its peers. A task cannot know whether it closes because of an exception; so while main may be run again the words
/// are held until main has ended, another task is opened, or a second has passed: a main that threw takes them back and its peers go on.
final class Farewell {
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private boolean holding;
    private Optional<Held> held = Optional.empty();

    private record Held(Runnable words, CountDownLatch over) {}

    /// From now on words are held, or not.
    synchronized void hold(boolean on) {
        holding = on;
    }

    void say(Runnable words) {
        if (!keep(words)) {
            words.run();
        }
    }

    private synchronized boolean keep(Runnable words) {
        if (holding) {
            Held kept = new Held(words, new CountDownLatch(1));
            held = Optional.of(kept);
            Thread.ofPlatform().daemon().name("troupe-farewell").start(() -> sayInTime(kept));
        }
        return holding;
    }

    private void sayInTime(Held kept) {
        try {
            if (!kept.over().await(LONGEST.toMillis(), TimeUnit.MILLISECONDS)) {
                release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Says what is held.
    void release() {
        take().ifPresent(kept -> kept.words().run());
    }

    /// What is held is never said.
    void takeBack() {
        boolean _ = take().isPresent();
    }

    private synchronized Optional<Held> take() {
        Optional<Held> taken = held;
        held = Optional.empty();
        taken.ifPresent(kept -> kept.over().countDown());
        return taken;
    }
}
