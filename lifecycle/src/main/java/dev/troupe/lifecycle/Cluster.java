package dev.troupe.lifecycle;

import java.time.Duration;
import java.util.Optional;

/// What holds for all jobs of a cluster.
///
/// @param serverUrl where pods reach the server, e.g. `http://di-server.di-system.svc.cluster.local:8081`
/// @param domain of services, usually `svc.cluster.local`
/// @param gang who makes gangs start together
/// @param gangPatience how long the pods of a gang may look for room
/// @param gangPause how long a gang that found no room waits before it tries again, so that others can start
/// @param serverCa certificates by which clients trust that of the server, in PEM; empty if it has none
/// @param highPriorityClass the priority class of pods of jobs with `priority: high`, when they name none
/// @param forceDeleteAfter how long after its grace period a pod may stay; for ever if empty
public record Cluster(String serverUrl, String domain, Gang gang, Duration gangPatience, Duration gangPause, Optional<String> serverCa,
        Optional<String> highPriorityClass, Optional<Duration> forceDeleteAfter) {
    /// Usual values.
    public static final Cluster USUAL = new Cluster("http://di-server.di-system.svc.cluster.local:8081", "svc.cluster.local", Gang.OWN,
            Duration.ofMinutes(2), Duration.ofSeconds(20), Optional.empty(), Optional.empty(), Optional.empty());

    public Cluster with(Gang other) {
        return new Cluster(serverUrl, domain, other, gangPatience, gangPause, serverCa, highPriorityClass, forceDeleteAfter);
    }

    public Cluster withHighPriorityClass(String name) {
        return new Cluster(serverUrl, domain, gang, gangPatience, gangPause, serverCa, Optional.of(name), forceDeleteAfter);
    }

    public Cluster forcingDeleteAfter(Duration patience) {
        return new Cluster(serverUrl, domain, gang, gangPatience, gangPause, serverCa, highPriorityClass, Optional.of(patience));
    }

    /// Who makes gangs start together.
    public enum Gang {
        /// The operator: it creates the pods of a gang when there is room for all, and takes them away again when some find none in time.
        OWN,
        /// The operator, without looking for room first: for clusters that get nodes when pods wait for them.
        TRY,
        /// Volcano's scheduler, by a pod group.
        VOLCANO,
        /// The coscheduling plugin of the scheduler, by a pod group.
        COSCHEDULING;

        /// Whether the operator does it, rather than a scheduler.
        public boolean isOurs() {
            return this == OWN || this == TRY;
        }
    }
}
