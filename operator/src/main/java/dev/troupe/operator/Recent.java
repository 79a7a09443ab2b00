package dev.troupe.operator;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Answers of a moment ago: when all pods of a large job ask who is there, the API server is asked once.
final class Recent<K, V> {
    private static final int MANY = 1_000;

    private final InstantSource clock;
    private final Duration age;
    private final Map<K, Known<V>> known = new ConcurrentHashMap<>();

    private record Known<V>(V value, Instant until) {}

    Recent(InstantSource clock, Duration age) {
        this.clock = clock;
        this.age = age;
    }

    /// The last answer while it is recent, else a new one. Those who ask the same meanwhile wait for it.
    V get(K key, Supplier<V> look) {
        if (known.size() > MANY) {
            Instant now = clock.instant();
            known.values().removeIf(one -> !now.isBefore(one.until()));
        }
        return known.compute(key, (_, last) -> last != null && clock.instant().isBefore(last.until()) ? last
                : new Known<>(look.get(), clock.instant().plus(age))).value();
    }

    int size() {
        return known.size();
    }
}
