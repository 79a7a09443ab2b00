package dev.troupe.parallel;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The messages that a closing task sends to its peers. A task cannot know whether it closes because of an exception. While main may be run again,
/// the messages are therefore held until main has ended, another task is opened, or a second has passed: if main threw, they are dropped and the
/// peers continue.
final class Farewell {
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private boolean holding;
    private Optional<Held> held = Optional.empty();

    private record Held(Runnable words, CountDownLatch over) {}

    /// Whether messages are held from now on.
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

    /// Sends the held messages.
    void release() {
        take().ifPresent(kept -> kept.words().run());
    }

    /// Drops the held messages.
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
