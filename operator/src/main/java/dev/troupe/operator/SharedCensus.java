package dev.troupe.operator;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/// One census for all who ask within a few seconds, taken on a thread of its own: many gangs that wait read the cluster as often as one
/// does, and keep no worker waiting.
final class SharedCensus {
    static final Duration AGE = Duration.ofSeconds(3);

    private final Supplier<Census> take;
    private final InstantSource clock;
    private CompletableFuture<Census> last = CompletableFuture.completedFuture(null);
    private volatile Instant ended = Instant.MIN;

    SharedCensus(Supplier<Census> take, InstantSource clock) {
        this.take = take;
        this.clock = clock;
    }

    /// The last one, unless it is too old: then another one is begun.
    ///
    /// @return empty while it is being taken
    /// @throws io.fabric8.kubernetes.client.KubernetesClientException when the API server did not let it be taken
    synchronized Optional<Census> latest() {
        if (last.isDone() && ended.isBefore(clock.instant().minus(AGE))) {
            last = CompletableFuture.supplyAsync(this::timed, task -> Thread.ofVirtual().name("troupe-census").start(task));
        }
        if (!last.isDone()) {
            return Optional.empty();
        }
        try {
            return Optional.of(last.join());
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException unchecked ? unchecked : e;
        }
    }

    private Census timed() {
        try {
            return take.get();
        } finally {
            ended = clock.instant();
        }
    }
}
