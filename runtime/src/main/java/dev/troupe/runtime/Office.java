package dev.troupe.runtime;

import dev.troupe.head.Cluster;
import dev.troupe.head.Fact;
import dev.troupe.head.GroupKey;
import java.util.List;
import java.util.Optional;

/// The head, as a process talks to it: in the same process, or behind a link.
interface Office {
    /// Reports or asks for something; what follows comes as effects. Never blocks.
    void tell(Fact fact);

    /// Asks for something that may be refused; returns why, once it is decided.
    Optional<String> ask(Fact fact);

    /// How things stand now.
    Cluster view();

    /// The nodes alone: quicker than everything.
    List<Cluster.NodeView> nodes();

    Optional<Cluster.ActorView> actorNamed(String namespace, String name);

    Optional<Cluster.GroupView> group(GroupKey group);

    Optional<Cluster.GroupView> groupNamed(String namespace, String name);
}
