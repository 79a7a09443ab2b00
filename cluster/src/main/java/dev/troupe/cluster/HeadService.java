package dev.troupe.cluster;

import dev.troupe.head.ActorKey;
import dev.troupe.head.Cluster;
import dev.troupe.head.Fact;
import dev.troupe.head.GroupKey;
import java.util.List;
import java.util.Optional;

/// The head as a process communicates with it: in the same process, or over a link.
public interface HeadService extends Facts {
    /// Requests something that may be refused; returns the reason after the head has decided, or empty.
    Optional<String> ask(Fact fact);

    /// The state of the cluster.
    Cluster view();

    Optional<Cluster.ActorView> actor(ActorKey actor);

    /// Only the nodes, which is faster than the whole state.
    List<Cluster.NodeView> nodes();

    Optional<Cluster.ActorView> actorNamed(String namespace, String name);

    Optional<Cluster.GroupView> group(GroupKey group);

    Optional<Cluster.GroupView> groupNamed(String namespace, String name);
}
