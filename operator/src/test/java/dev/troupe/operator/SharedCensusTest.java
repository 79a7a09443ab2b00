package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.troupe.kube.KubeCluster;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// Which callers start a census, and which wait for it.
final class SharedCensusTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private final AtomicInteger taken = new AtomicInteger();
    private final BlockingQueue<Optional<Census>> results = new LinkedBlockingQueue<>();
    private final SharedCensus census = new SharedCensus(this::take, now::get);

    private Census take() {
        taken.incrementAndGet();
        try {
            return results.take().orElseThrow(() -> new KubernetesClientException("the API server stumbles"));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Optional<Census> awaitLatest() {
        AtomicReference<Optional<Census>> latest = new AtomicReference<>(Optional.empty());
        KubeCluster.await("a census", () -> {
            latest.set(census.latest());
            return latest.get().isPresent();
        });
        return latest.get();
    }

    @Test
    void oneIsTakenForAllWhoAskAndNobodyWaitsForIt() {
        for (int i = 0; i < 50; i++) {
            assertEquals(Optional.empty(), census.latest(), "it is being taken, and nobody is kept waiting");
        }
        Census first = new Census(List.of(), List.of(), List.of());
        results.add(Optional.of(first));
        assertSame(first, awaitLatest().orElseThrow());
        now.updateAndGet(instant -> instant.plus(SharedCensus.AGE));
        assertSame(first, census.latest().orElseThrow());
        assertEquals(1, taken.get());
        now.updateAndGet(instant -> instant.plusMillis(1));
        assertEquals(Optional.empty(), census.latest(), "too old: another one is taken");
        Census second = new Census(List.of(), List.of(), List.of());
        results.add(Optional.of(second));
        assertSame(second, awaitLatest().orElseThrow());
        assertEquals(2, taken.get());
    }

    @Test
    void allWhoAskHearThatItCouldNotBeTakenUntilItIsTriedAgain() {
        census.latest();
        results.add(Optional.empty());
        KubeCluster.await("a failure", () -> {
            try {
                return census.latest().isPresent();
            } catch (KubernetesClientException e) {
                return true;
            }
        });
        assertEquals("the API server stumbles", assertThrows(KubernetesClientException.class, census::latest).getMessage());
        now.updateAndGet(instant -> instant.plus(SharedCensus.AGE).plusMillis(1));
        results.add(Optional.of(new Census(List.of(), List.of(), List.of())));
        awaitLatest();
        assertEquals(2, taken.get());
    }
}
