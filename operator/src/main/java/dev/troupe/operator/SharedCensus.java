package dev.troupe.operator;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/// One census for all callers within a few seconds, taken on its own thread. Many waiting gangs thus read the cluster no more often than
/// one, and no worker thread waits for the census.
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

    /// Returns the last census. If it is too old, starts a new one.
    ///
    /// @return empty while it is being taken
    /// @throws io.fabric8.kubernetes.client.KubernetesClientException if the API server rejected a request
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
