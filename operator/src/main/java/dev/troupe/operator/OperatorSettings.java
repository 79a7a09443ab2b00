package dev.troupe.operator;

import dev.troupe.jobserver.ServerSettings;
import dev.troupe.lifecycle.Cluster;
import java.time.Duration;
import java.util.Optional;

/// How an operator works.
///
/// @param namespace the namespace whose jobs it handles; empty for all
/// @param cluster what pods are told about the cluster, and how gangs start
/// @param gang who makes gangs start together; empty to find out what the cluster has
/// @param election how several operators agree which one acts; empty when there is only one
/// @param server how programs of jobs are served; empty for no server
/// @param fairSharing whether elastic jobs grow and shrink by themselves
/// @param healthPort where `/healthz`, `/readyz` and `/metrics` answer; 0 for any free port; empty for none
public record OperatorSettings(Optional<String> namespace, Cluster cluster, Optional<Cluster.Gang> gang, Optional<Election> election,
        Optional<ServerSettings> server, boolean fairSharing, Optional<Integer> healthPort) {
    /// All namespaces, one operator, no server, no fair sharing, no health endpoint.
    public static final OperatorSettings USUAL = new OperatorSettings(Optional.empty(), Cluster.USUAL, Optional.empty(), Optional.empty(),
            Optional.empty(), false, Optional.empty());

    /// A lease that one of several operators holds.
    ///
    /// @param identity unique among them
    /// @param duration after which a lease that was not renewed may be taken by another
    /// @param renewal how long the holder tries to renew before it gives up
    /// @param pause between two attempts
    public record Election(String namespace, String lease, String identity, Duration duration, Duration renewal, Duration pause) {
        private static final String LEASE = "di-operator";

        /// Among operators that handle all namespaces.
        public Election(String namespace, String identity) {
            this(namespace, LEASE, identity, Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));
        }

        /// Among operators that handle only this namespace. Operators of other namespaces have leases of their own.
        public Election of(String watched) {
            return new Election(namespace, LEASE + "-" + watched, identity, duration, renewal, pause);
        }
    }

    public OperatorSettings watching(String only) {
        return new OperatorSettings(Optional.of(only), cluster, gang, election, server, fairSharing, healthPort);
    }

    public OperatorSettings with(Cluster other) {
        return new OperatorSettings(namespace, other, gang, election, server, fairSharing, healthPort);
    }

    public OperatorSettings with(Cluster.Gang other) {
        return new OperatorSettings(namespace, cluster, Optional.of(other), election, server, fairSharing, healthPort);
    }

    public OperatorSettings with(Election other) {
        return new OperatorSettings(namespace, cluster, gang, Optional.of(other), server, fairSharing, healthPort);
    }

    public OperatorSettings healthAt(int port) {
        return new OperatorSettings(namespace, cluster, gang, election, server, fairSharing, Optional.of(port));
    }

    public OperatorSettings with(ServerSettings other) {
        return new OperatorSettings(namespace, cluster, gang, election, Optional.of(other), fairSharing, healthPort);
    }

    public OperatorSettings sharingFairly() {
        return new OperatorSettings(namespace, cluster, gang, election, server, true, healthPort);
    }
}
