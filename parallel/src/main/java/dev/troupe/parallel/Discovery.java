package dev.troupe.parallel;

import dev.troupe.link.Endpoint;
import dev.troupe.transport.Address;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;

/// Links to all processes in the group of a shared server: lists them every second and dials those with a lower node id. Those with a higher one
/// dial this process.
final class Discovery {
    private static final Logger LOG = System.getLogger("dev.troupe.parallel");

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Endpoint endpoint;
    private final Address self;
    private boolean failing;

    private Discovery(Endpoint endpoint, Address self) {
        this.endpoint = endpoint;
        this.self = self;
    }

    static void start(Endpoint endpoint, Address self) {
        Thread.ofPlatform().daemon().name("troupe-discovery").start(new Discovery(endpoint, self)::run);
    }

    private void run() {
        try {
            do {
                look();
            } while (!endpoint.awaitClose(INTERVAL));
        } catch (IllegalStateException | InterruptedException closed) {
            // The process is about to end and looks for no more peers.
        }
    }

    private void look() {
        try {
            for (Map.Entry<Integer, Address> member : endpoint.members(self).entrySet()) {
                if (member.getKey() < endpoint.self().nodeId()) {
                    endpoint.dial(member.getValue());
                }
            }
            failing = false;
        } catch (IOException e) {
            if (!failing) {
                LOG.log(Level.WARNING, "cannot list the other processes at {0}: {1}; retrying every second", self, e.getMessage());
            }
            failing = true;
        }
    }
}
