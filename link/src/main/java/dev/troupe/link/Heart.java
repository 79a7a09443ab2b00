package dev.troupe.link;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

/// One thread per endpoint that lets peers know we live, notices silent ones, ends sessions whose peer did not come back and handshakes
/// that take too long.
final class Heart implements Runnable {
    private final Endpoint endpoint;
    private final long period;
    private final LongSupplier clock;
    private long last;
    private final ConcurrentMap<Connection, Long> deadlines = new ConcurrentHashMap<>();

    Heart(Endpoint endpoint) {
        this.endpoint = endpoint;
        this.clock = endpoint.clock();
        this.last = clock.getAsLong();
        this.period = Math.clamp(endpoint.options().timeout().dividedBy(10).toNanos(), 1_000_000, 1_000_000_000);
    }

    /// Closes a connection unless `done` is called in time.
    void watch(Connection connection, Duration within) {
        deadlines.put(connection, clock.getAsLong() + within.toNanos());
    }

    /// Returns false if it was too late.
    boolean done(Connection connection) {
        return deadlines.remove(connection) != null;
    }

    @Override
    public void run() {
        while (endpoint.pause(period)) {
            beat();
        }
    }

    synchronized void beat() {
        long now = clock.getAsLong();
        // If we ourselves were stopped, silence says nothing about the peers.
        boolean late = now - last > endpoint.options().timeout().toNanos() / 2;
        last = now;
        endpoint.links().forEach(link -> link.tick(now, late));
        endpoint.slots().sweep();
        deadlines.forEach((connection, deadline) -> {
            if (now - deadline > 0 && deadlines.remove(connection) != null) {
                connection.close();
            }
        });
    }
}
