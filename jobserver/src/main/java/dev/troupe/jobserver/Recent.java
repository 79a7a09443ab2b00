package dev.troupe.jobserver;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Caches answers for a moment: when all pods of a large job ask for their peers, the API server is asked once.
final class Recent<K, V> {
    private static final int MANY = 1_000;

    private final InstantSource clock;
    private final Duration age;
    /// The thread that added an incomplete entry completes it.
    private final Map<K, CompletableFuture<Known<V>>> known = new ConcurrentHashMap<>();

    private record Known<V>(V value, Instant until) {}

    Recent(InstantSource clock, Duration age) {
        this.clock = clock;
        this.age = age;
    }

    /// Returns the last answer if it is recent, or else a new one. Callers with the same key wait for the new answer and get its failure, too;
    /// callers with other keys do not wait.
    V get(K key, Supplier<V> look) {
        if (known.size() > MANY) {
            known.values().removeIf(one -> !holds(one));
        }
        CompletableFuture<Known<V>> mine = new CompletableFuture<>();
        CompletableFuture<Known<V>> valid = known.compute(key, (_, last) -> last != null && holds(last) ? last : mine);
        if (valid == mine) {
            look(key, mine, look);
        }
        try {
            return valid.join().value();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException unchecked ? unchecked : e;
        }
    }

    private void look(K key, CompletableFuture<Known<V>> mine, Supplier<V> look) {
        try {
            mine.complete(new Known<>(look.get(), clock.instant().plus(age)));
        } catch (RuntimeException | Error e) {
            known.remove(key, mine);
            mine.completeExceptionally(e);
        }
    }

    private boolean holds(CompletableFuture<Known<V>> one) {
        return !one.isDone() || (!one.isCompletedExceptionally() && clock.instant().isBefore(one.join().until()));
    }

    int size() {
        return known.size();
    }
}
