package dev.troupe.head;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The state of the cluster at one moment.
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

    /// A node, including lost ones.
    ///
    /// @param available may be below zero while tasks that waited in `get` continue
    public record NodeView(NodeKey node, String ip, String hostname, NodeState state, Resources total, Resources available,
            Map<String, String> labels) {
        /// Whether it still belongs to the cluster, although it may be suspect or draining.
        public boolean alive() {
            return state != NodeState.LOST;
        }
    }

    /// An actor; in a list of all actors, its spec does not say how to construct it.
    public record ActorView(ActorSpec spec, ActorState state, Optional<ProcessKey> worker, Optional<NodeKey> node, int incarnation,
            int restarts, String why) {}

    /// A placement group, including removed ones.
    ///
    /// @param places the node of each bundle; empty for a bundle that has none at present
    public record GroupView(GroupSpec spec, GroupState state, List<Optional<NodeKey>> places) {
        public GroupView { places = List.copyOf(places); }
    }

    public record JobView(JobKey job, ProcessKey driver, String namespace, boolean ended) {}

    public record WorkerView(ProcessKey process, NodeKey node, WorkerSettings settings, boolean ready, int leases, int actors) {}

    /// Work for which there are no free resources yet.
    ///
    /// @param count the number of leases, actors or groups
    /// @param why the reason, as a sentence
    public record Waiting(String what, int count, String why) {}
}
