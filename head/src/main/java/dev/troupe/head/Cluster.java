package dev.troupe.head;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How things stood at one moment.
public record Cluster(List<NodeView> nodes, List<ActorView> actors, List<GroupView> groups, List<JobView> jobs, List<WorkerView> workers,
        List<Waiting> waiting) {
    public Cluster {
        nodes = List.copyOf(nodes);
        actors = List.copyOf(actors);
        groups = List.copyOf(groups);
        jobs = List.copyOf(jobs);
        workers = List.copyOf(workers);
        waiting = List.copyOf(waiting);
    }

    /// A node, lost ones included.
    ///
    /// @param available may be below zero while tasks that waited in `get` go on
    public record NodeView(NodeKey node, String ip, String hostname, boolean alive, Resources total, Resources available,
            Map<String, String> labels) {}

    /// An actor; in a list of all, its spec says nothing about how to construct it.
    public record ActorView(ActorSpec spec, ActorState state, Optional<ProcessKey> worker, Optional<NodeKey> node, int incarnation,
            int restarts, String why) {}

    /// A placement group, removed ones included.
    ///
    /// @param places the node of each bundle; empty for one that has none at present
    public record GroupView(GroupSpec spec, GroupState state, List<Optional<NodeKey>> places) {
        public GroupView { places = List.copyOf(places); }
    }

    public record JobView(JobKey job, ProcessKey driver, String namespace, boolean ended) {}

    public record WorkerView(ProcessKey process, NodeKey node, WorkerSettings settings, boolean ready, int leases, int actors) {}

    /// Work that has no room yet.
    ///
    /// @param count how many leases, actors or groups
    /// @param why in a sentence
    public record Waiting(String what, int count, String why) {}
}
