package dev.troupe.lifecycle;

import java.util.Locale;

/// Where the roles of a job with a coordinator listen, when their template does not say.
enum RolePort {
    COLLECTOR(22270), LEARNER(22271), AGGREGATOR(22272), COORDINATOR(22273);

    private final int port;

    RolePort(int port) {
        this.port = port;
    }

    static int of(String role) {
        return valueOf(role.toUpperCase(Locale.ROOT)).port;
    }
}
