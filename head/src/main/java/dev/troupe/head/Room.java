package dev.troupe.head;

import java.util.Optional;
import java.util.stream.Stream;

/// Finds the place for a piece of work: fills nodes until half of the scarcest resource is used, then spreads; keeps nodes with GPUs free for work
/// that needs them; prefers the node that has the arguments.
final class Room {
    private final Nodes nodes;
    private final Groups groups;
    private final StartPauses pauses;
    private final int startingPerNode;

    /// A place for work, and the pool that provides its resources.
    record Spot(Node node, Pool pool) {}

    Room(Nodes nodes, Groups groups, StartPauses pauses, HeadSettings settings) {
        this.nodes = nodes;
        this.groups = groups;
        this.pauses = pauses;
        this.startingPerNode = settings.startingPerNode();
    }

    /// The best place at present, or null.
    Spot find(Shape shape, Optional<NodeKey> preferred) {
        if (shape.bundle().isPresent()) {
            return inGroup(shape);
        }
        var near = preferred.map(nodes::get).filter(node -> node.open() && node.pool().fits(shape.resources())
                && canStart(node, shape.settings())).orElse(null);
        var node = near != null ? near : anywhere(shape);
        return node == null ? null : new Spot(node, node.pool());
    }

    private Node anywhere(Shape shape) {
        var settings = shape.settings();
        if (settings.isolation() == Isolation.SHARED) {
            return nodes.best(new NodeIndex.Request(shape.resources(), Integer.MAX_VALUE, node -> canStart(node, settings)));
        }
        var startable = nodes.best(new NodeIndex.Request(shape.resources(), startingPerNode, node -> canStart(node, settings)));
        return startable != null ? startable
                : nodes.best(new NodeIndex.Request(shape.resources(), Integer.MAX_VALUE, node -> node.hasIdle(settings)));
    }

    private Spot inGroup(Shape shape) {
        for (var bundle : groups.bundles(shape.bundle().get())) {
            if (bundle.placed() && bundle.node().open() && bundle.pool().fits(shape.resources())
                    && canStart(bundle.node(), shape.settings())) {
                return new Spot(bundle.node(), bundle.pool());
            }
        }
        return null;
    }

    /// Whether there is a worker, or one can be started.
    private boolean canStart(Node node, WorkerSettings settings) {
        boolean shared = settings.isolation() == Isolation.SHARED;
        if (shared ? node.shared().containsKey(settings.job()) : node.hasIdle(settings)) {
            return true;
        }
        return (shared || node.starting() < startingPerNode) && !pauses.pausing(node.key(), settings);
    }

    /// Whether there are enough free resources, although no worker may be able to start there.
    boolean has(Shape shape) {
        var request = shape.resources();
        return shape.bundle().isPresent() ? usable(shape).anyMatch(bundle -> bundle.pool().fits(request))
                : nodes.first(new NodeIndex.Request(request, Integer.MAX_VALUE, _ -> true)) != null;
    }

    private Stream<Bundle> usable(Shape shape) {
        return groups.bundles(shape.bundle().get()).stream().filter(bundle -> bundle.placed() && bundle.node().open());
    }

    /// Whether there are not enough resources now, but would be if all leases were returned.
    boolean leasesAreInTheWay(Shape shape) {
        var request = shape.resources();
        return !has(shape) && (shape.bundle().isPresent() ? usable(shape).anyMatch(bundle -> bundle.pool().wouldFit(request))
                : nodes.wouldFit(request));
    }

    /// Whether it would not fit even into an empty cluster.
    boolean fitsNowhere(Shape shape) {
        var request = shape.resources();
        return shape.bundle().isPresent()
                ? groups.bundles(shape.bundle().get()).stream().noneMatch(bundle -> request.fitsIn(bundle.resources()))
                : !nodes.canFit(request);
    }

    String whyNot(Shape shape) {
        var request = shape.resources();
        if (shape.bundle().isPresent()) {
            if (!fitsNowhere(shape)) {
                return shape.bundle().get().group() + " has no free resources, or it is not placed yet";
            }
            return "no bundle of " + shape.bundle().get().group() + " has " + request + ": make its bundles larger or ask for less";
        }
        if (nodes.present().isEmpty()) {
            return "there are no nodes";
        }
        if (pauses.pausing(shape.settings())) {
            return "its worker could not be started; the start will be retried soon";
        }
        if (!fitsNowhere(shape)) {
            return "all " + request + " is in use or reserved for work that is about to start";
        }
        return "no node has " + request + ": add such a node or ask for less (" + nodes.best(request) + ")";
    }
}
