package dev.troupe.head;

import java.util.Optional;

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
        Node best = null;
        double leastCost = Double.MAX_VALUE;
        for (var node : nodes.open()) {
            if (node.pool().fits(shape.resources()) && canStart(node, shape.settings())) {
                double cost = cost(node, shape.resources(), preferred);
                if (cost < leastCost) {
                    best = node;
                    leastCost = cost;
                }
            }
        }
        return best == null ? null : new Spot(best, best.pool());
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

    /// Costs below 1 decide between nodes that are equal otherwise.
    private static double cost(Node node, Resources request, Optional<NodeKey> preferred) {
        if (preferred.isPresent() && preferred.get().equals(node.key())) {
            return -1;
        }
        double cost = request.isEmpty() ? 1 - 1.0 / (1 + node.actors()) : packed(node.pool().fullness(request));
        boolean gpusIdleBy = node.pool().total().amount(Resources.GPU) > 0 && request.amount(Resources.GPU) == 0;
        return gpusIdleBy ? cost + 2 : cost;
    }

    private static double packed(double fullness) {
        return fullness <= 0.5 ? 0 : fullness;
    }

    /// Whether there is a worker, or one can be started.
    private boolean canStart(Node node, WorkerSettings settings) {
        boolean shared = settings.isolation() == Isolation.SHARED;
        if (shared ? node.shared().containsKey(settings.job()) : node.hasIdle(settings)) {
            return true;
        }
        return (shared || node.starting() < startingPerNode) && !pauses.pausing(node.key(), settings);
    }

    /// Whether there are not enough resources now, but would be if all leases were returned.
    boolean leasesAreInTheWay(Shape shape) {
        if (shape.bundle().isPresent()) {
            var bundles = groups.bundles(shape.bundle().get()).stream().filter(Bundle::placed).toList();
            return bundles.stream().noneMatch(bundle -> bundle.pool().fits(shape.resources()))
                    && bundles.stream().anyMatch(bundle -> bundle.pool().wouldFit(shape.resources()));
        }
        boolean would = false;
        for (var node : nodes.open()) {
            if (node.pool().fits(shape.resources())) {
                return false;
            }
            would |= node.pool().wouldFit(shape.resources());
        }
        return would;
    }

    /// Whether it would not fit even into an empty cluster.
    boolean fitsNowhere(Shape shape) {
        var request = shape.resources();
        return shape.bundle().isPresent()
                ? groups.bundles(shape.bundle().get()).stream().noneMatch(bundle -> request.fitsIn(bundle.resources()))
                : nodes.present().stream().noneMatch(node -> request.fitsIn(node.pool().total()));
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
        if (nodes.present().stream().anyMatch(node -> pauses.pausing(node.key(), shape.settings()))) {
            return "its worker could not be started; the start will be retried soon";
        }
        if (!fitsNowhere(shape)) {
            return "all " + request + " is in use or reserved for work that is about to start";
        }
        return "no node has " + request + ": add such a node or ask for less";
    }
}
