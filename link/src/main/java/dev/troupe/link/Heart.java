package dev.troupe.link;

import dev.troupe.transport.Connection;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/// One thread per endpoint that sends heartbeats, detects silent peers, and ends sessions whose peer did not reconnect and handshakes that take too
/// long.
final class Heart implements Runnable {
    private final Sessions sessions;
    private final Slots slots;
    private final Streams streams;
    private final LongPredicate pause;
    private final long period;
    private final LongSupplier clock;
    private long last;
    private final ConcurrentMap<Connection, Long> deadlines = new ConcurrentHashMap<>();

    /// @param pause waits for this many nanoseconds; returns false if the endpoint is closed
    Heart(Sessions sessions, Slots slots, Streams streams, LongPredicate pause) {
        this.sessions = sessions;
        this.slots = slots;
        this.streams = streams;
        this.pause = pause;
        this.clock = sessions.clock();
        this.last = clock.getAsLong();
        this.period = Math.clamp(sessions.options().timeout().toNanos() / 10, 1_000_000, 1_000_000_000);
    }

    /// Closes a connection unless `done` is called in time.
    void watch(Connection connection, Duration within) {
        deadlines.put(connection, clock.getAsLong() + within.toNanos());
    }

    /// Returns false if it was called too late.
    boolean done(Connection connection) {
        return deadlines.remove(connection) != null;
    }

    @Override
    public void run() {
        while (pause.test(period)) {
            beat();
        }
    }

    synchronized void beat() {
        long now = clock.getAsLong();
        // If this process itself was suspended, the silence of the peers means nothing.
        boolean late = now - last > sessions.options().timeout().toNanos() / 2;
        last = now;
        sessions.alive().forEach(link -> link.tick(now, late));
        streams.beat(now, late);
        slots.sweep();
        deadlines.forEach((connection, deadline) -> {
            if (now - deadline > 0 && deadlines.remove(connection) != null) {
                connection.close();
            }
        });
    }
}
