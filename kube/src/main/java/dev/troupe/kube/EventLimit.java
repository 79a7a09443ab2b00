package dev.troupe.kube;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// Limits the events of a job in trouble, so that they do not fill the cluster's storage: repeated events are rare, and there are not many of any kind.
public final class EventLimit {
    private static final int JOBS = 2_000;
    public static final int BURST = 40;
    private static final Duration REFILL = Duration.ofSeconds(6);
    private static final Duration REPEAT = Duration.ofMinutes(1);

    private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > JOBS;
        }
    };

    private static final class Bucket {
        double tokens = BURST;
        Instant filled;
        String last = "";
        Instant lastAt = Instant.MIN;

        Bucket(Instant now) {
            filled = now;
        }
    }

    /// Whether this event may be written now.
    ///
    /// @param job its id
    synchronized boolean allows(String job, String text, Instant now) {
        Bucket bucket = buckets.computeIfAbsent(job, _ -> new Bucket(now));
        bucket.tokens = Math.min(BURST, bucket.tokens + (double) Duration.between(bucket.filled, now).toMillis() / REFILL.toMillis());
        bucket.filled = now;
        if (bucket.tokens < 1 || (bucket.last.equals(text) && now.isBefore(bucket.lastAt.plus(REPEAT)))) {
            return false;
        }
        bucket.tokens--;
        bucket.last = text;
        bucket.lastAt = now;
        return true;
    }
}
