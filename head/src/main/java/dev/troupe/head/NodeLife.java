package dev.troupe.head;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// Nodes that belong to the cluster but get no new work: suspect ones, and those that are to be drained.
final class NodeLife {
    private final Outbox out;
    private final Nodes nodes;
    private final Groups groups;
    private final Workers workers;
    private final Leases leases;
    private final Placement placement;
    private final Predicate<ProcessKey> ownsActors;
    private final Set<Node> draining = new LinkedHashSet<>();

    /// @param ownsActors whether live actors die with a process
    NodeLife(Outbox out, Nodes nodes, Groups groups, Workers workers, Leases leases, Placement placement,
            Predicate<ProcessKey> ownsActors) {
        this.out = out;
        this.nodes = nodes;
        this.groups = groups;
        this.workers = workers;
        this.leases = leases;
        this.placement = placement;
        this.ownsActors = ownsActors;
    }

    void suspect(NodeKey key) {
        var node = nodes.get(key);
        if (node != null && node.state() != NodeState.SUSPECT) {
            node.suspect(true);
            withdraw(node);
        }
    }

    void trust(NodeKey key) {
        var node = nodes.get(key);
        if (node != null && node.state() == NodeState.SUSPECT) {
            node.suspect(false);
        }
    }

    /// What runs may end. The node's bundles of placement groups are placed elsewhere at once; the work in them keeps their resources.
    void drain(NodeKey key, long deadline) {
        var node = nodes.get(key);
        if (node == null) {
            return;
        }
        boolean news = !node.draining();
        node.drain(deadline);
        nodes.stateChanged();
        if (news) {
            draining.add(node);
            workers.mayBeIdle(node);
            groups.leave(node, node.key() + " is drained");
            withdraw(node);
            List.copyOf(node.workers()).forEach(leases::recall);
        }
    }

    void lost(Node node) {
        draining.remove(node);
    }

    /// Work that was to begin when its worker has started is placed elsewhere.
    private void withdraw(Node node) {
        for (var worker : List.copyOf(node.workers())) {
            leases.withdraw(worker);
            placement.withdraw(worker);
        }
    }

    /// Ends what still runs after the deadline of a drain.
    void tick(long now) {
        for (var node : draining) {
            if (now - node.deadline() >= 0) {
                for (var worker : List.copyOf(node.workers())) {
                    workers.stop(worker, "the time to drain " + node.key() + " is over", true);
                }
            }
            workers.mayBeIdle(node);
        }
    }

    /// Reports the nodes that have no work left.
    void reportDrained(long now) {
        for (var node : workers.maybeIdle()) {
            if (draining.contains(node) && !busy(node, now - node.deadline() >= 0)) {
                draining.remove(node);
                out.add(new Effect.Drained(node.key()));
            }
        }
    }

    /// @param late only workers are waited for, which were told to stop
    private boolean busy(Node node, boolean late) {
        return (!late && !node.drivers().isEmpty())
                || node.workers().stream().filter(worker -> !worker.embedded()).anyMatch(worker -> late || needed(worker));
    }

    private boolean needed(Worker worker) {
        return !worker.unused() || worker.ownsObjects() || ownsActors.test(worker.key());
    }
}
