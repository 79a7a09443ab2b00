package dev.troupe.operator;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// How long to wait before something that failed for a job is tried again: longer each time.
final class Backoff {
    private static final int JOBS = 10_000;
    private static final Duration FIRST = Duration.ofMillis(200);
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final double FACTOR = 1.7;

    private final Map<String, Duration> next = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Duration> eldest) {
            return size() > JOBS;
        }
    };

    /// The pause before the next attempt.
    ///
    /// @param job its id
    synchronized Duration failed(String job) {
        Duration pause = next.getOrDefault(job, FIRST);
        Duration longer = Duration.ofMillis((long) (pause.toMillis() * FACTOR));
        next.put(job, longer.compareTo(LONGEST) < 0 ? longer : LONGEST);
        return pause;
    }

    synchronized void succeeded(String job) {
        next.remove(job);
    }
}
