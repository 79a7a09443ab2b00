package dev.troupe.runtime;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class CodecTest {
    /// A serialiser's own, e.g.: it knows what is being written where it was started.
    @Test
    void aThreadStartedWhileAValueIsWrittenKeepsNothingOfIt() throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        WeakReference<Object> met = new WeakReference<>(new Object());
        Thread helper = write(met.get(), over);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (met.get() != null && System.nanoTime() < end) {
            System.gc();
        }
        assertNull(met.get());
        assertTrue(helper.isAlive());
        over.countDown();
        helper.join();
    }

    private static Thread write(Object reference, CountDownLatch over) {
        Codec codec = new Codec(null, null, null);
        Codec.Held held = codec.begin();
        Codec.met(reference);
        Thread helper = Thread.ofPlatform().daemon().start(() -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        var _ = codec.end(held);
        return helper;
    }
}
