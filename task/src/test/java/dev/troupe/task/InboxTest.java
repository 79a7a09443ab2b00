package dev.troupe.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class InboxTest {
    private static final int PRODUCERS = 4;
    private static final int EVENTS = 5_000;

    private final Inbox inbox = new Inbox();
    private final AtomicInteger run = new AtomicInteger();

    /// Each producer waits until its event was taken before it adds the next one, so a listener thread that sleeps through one event stays asleep.
    @Test
    @Timeout(60)
    void aSleepingListenerIsWokenForEveryEvent() throws InterruptedException {
        List<Thread> producers = new ArrayList<>();
        for (int i = 0; i < PRODUCERS; i++) {
            producers.add(Thread.ofPlatform().daemon().start(this::produce));
        }
        Queued[] batch = new Queued[0];
        while (run.get() < PRODUCERS * EVENTS) {
            batch = inbox.take(batch);
            for (int i = 0; i < batch.length && batch[i] != null; i++) {
                ((Queued.Mark) batch[i]).then().run();
                batch[i] = null;
            }
        }
        for (Thread producer : producers) {
            producer.join();
        }
        assertEquals(PRODUCERS * EVENTS, run.get());
    }

    private void produce() {
        for (int i = 0; i < EVENTS; i++) {
            AtomicInteger taken = new AtomicInteger();
            Thread producer = Thread.currentThread();
            inbox.add(new Queued.Mark(() -> {
                run.incrementAndGet();
                taken.set(1);
                LockSupport.unpark(producer);
            }));
            while (taken.get() == 0) {
                LockSupport.park(this);
            }
            if (i % 64 == 0) {
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100)); // longer than the listener thread polls
            }
        }
    }
}
