package dev.troupe.link;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// One thread per endpoint that lets peers know we live, notices silent ones, ends sessions whose peer did not come back and handshakes
/// that take too long.
final class Heart implements Runnable {
    private final Endpoint endpoint;
    private final long period;
    private final ConcurrentMap<Connection, Long> deadlines = new ConcurrentHashMap<>();

    Heart(Endpoint endpoint) {
        this.endpoint = endpoint;
        this.period = Math.clamp(endpoint.options().timeout().dividedBy(10).toNanos(), 1_000_000, 1_000_000_000);
    }

    /// Closes a connection unless `done` is called in time.
    void watch(Connection connection, Duration within) {
        deadlines.put(connection, System.nanoTime() + within.toNanos());
    }

    /// Returns false if it was too late.
    boolean done(Connection connection) {
        return deadlines.remove(connection) != null;
    }

    @Override
    public void run() {
        long last = System.nanoTime();
        while (endpoint.pause(period)) {
            long now = System.nanoTime();
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
}
