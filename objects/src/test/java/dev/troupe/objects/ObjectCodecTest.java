package dev.troupe.objects;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.head.ActorKey;
import dev.troupe.messages.ActorTerms;
import java.lang.ref.WeakReference;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ObjectCodecTest {
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
        ObjectCodec codec = new ObjectCodec(null, null, null, new Names() {
            @Override
            public Object reference(int owner, long number) {
                return null;
            }

            @Override
            public Object handle(ActorKey actor, ActorTerms terms) {
                return null;
            }
        });
        Mentions met = codec.begin();
        Mentions.met(reference);
        Thread helper = Thread.ofPlatform().daemon().start(() -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        var _ = codec.end(met);
        return helper;
    }
}
