package dev.troupe.jobserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Answers are cached for a moment.
final class RecentTest {
    private Instant now = Instant.EPOCH;
    private final AtomicInteger looks = new AtomicInteger();
    private final Recent<String, Integer> recent = new Recent<>(() -> now, Duration.ofSeconds(1));

    @Test
    void anAnswerHoldsForAMoment() {
        assertEquals(1, recent.get("a", looks::incrementAndGet));
        now = now.plusMillis(999);
        assertEquals(1, recent.get("a", looks::incrementAndGet));
        assertEquals(2, recent.get("b", looks::incrementAndGet));
        now = now.plusMillis(1);
        assertEquals(3, recent.get("a", looks::incrementAndGet));
    }

    @Test
    void aFailureIsNotRemembered() {
        assertThrows(IllegalStateException.class, () -> recent.get("a", () -> {
            throw new IllegalStateException();
        }));
        assertEquals(1, recent.get("a", looks::incrementAndGet));
    }

    /// Names of jobs with the same hash code.
    private record SamePlace(String name) {
        @Override
        public int hashCode() {
            return 1;
        }
    }

    @Test
    void whoAsksSomethingElseDoesNotWait() throws Exception {
        Recent<SamePlace, Integer> many = new Recent<>(() -> now, Duration.ofSeconds(1));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        FutureTask<Integer> slow = started(() -> many.get(new SamePlace("slow"), () -> {
            begun.countDown();
            await(answered);
            return looks.incrementAndGet();
        }));
        begun.await();
        FutureTask<Integer> other = started(() -> many.get(new SamePlace("other"), looks::incrementAndGet));
        assertEquals(1, other.get(20, TimeUnit.SECONDS));
        answered.countDown();
        assertEquals(2, slow.get());
    }

    @Test
    void whoAsksTheSameMeanwhileWaitsForTheOneAnswer() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        FutureTask<Integer> first = started(() -> recent.get("a", () -> {
            begun.countDown();
            await(answered);
            return looks.incrementAndGet();
        }));
        begun.await();
        FutureTask<Integer> second = new FutureTask<>(() -> recent.get("a", looks::incrementAndGet));
        Thread waiting = Thread.ofPlatform().start(second);
        while (waiting.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        answered.countDown();
        assertEquals(List.of(1, 1), List.of(first.get(), second.get()));
    }

    private static FutureTask<Integer> started(Callable<Integer> task) {
        FutureTask<Integer> future = new FutureTask<>(task);
        Thread.ofPlatform().daemon().start(future);
        return future;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatIsOldDoesNotPileUp() {
        for (int i = 0; i < 3_000; i++) {
            now = now.plusSeconds(1);
            recent.get("job-" + i, looks::incrementAndGet);
        }
        assertEquals(3_000, looks.get());
        assertTrue(recent.size() < 2_000, () -> recent.size() + " are kept");
    }
}
