package dev.troupe.head;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/// Finds a node for all bundles that have none, or for none of them.
final class BundlePlan {
    private final Nodes nodes;
    private final List<Bundle> missing;
    /// The number of bundles of the group on each node.
    private final Map<Node, Integer> used = new LinkedHashMap<>();
    private final Map<Bundle, List<Node>> candidates = new HashMap<>();

    BundlePlan(Nodes nodes, List<Bundle> bundles) {
        this.nodes = nodes;
        missing = new ArrayList<>(bundles.stream().filter(bundle -> !bundle.placed()).toList());
        missing.sort(Comparator.comparingLong((Bundle bundle) -> size(bundle.resources())).reversed());
        bundles.stream().filter(Bundle::placed).forEach(bundle -> used.merge(bundle.node(), 1, Integer::sum));
    }

    private static long size(Resources resources) {
        return resources.amount(Resources.GPU) * 1_000 + resources.amount(Resources.CPU) * 10 + resources.size();
    }

    boolean place(Strategy strategy) {
        boolean done = switch (strategy) {
            case STRICT_PACK -> onOneNode();
            case PACK -> onOneNode() || undo() || each(this::onUsedNode);
            case SPREAD -> each(this::apart);
            case STRICT_SPREAD -> eachOnItsOwn();
        };
        if (!done) {
            undo();
        }
        return done;
    }

    private boolean onOneNode() {
        if (!used.isEmpty()) {
            return List.copyOf(used.keySet()).stream().anyMatch(node -> node.open() && allOn(node));
        }
        var all = missing.stream().map(Bundle::resources).reduce(Resources.NONE, Resources::plus);
        return nodes.first(request(all, this::allOn)) != null;
    }

    private static NodeIndex.Request request(Resources resources, Predicate<Node> accepts) {
        return new NodeIndex.Request(resources, Integer.MAX_VALUE, accepts);
    }

    /// Devices may not fit although the amounts do, so that only a trial shows it.
    private boolean allOn(Node node) {
        int placed = 0;
        while (placed < missing.size() && node.pool().fits(missing.get(placed).resources())) {
            missing.get(placed++).place(node);
        }
        return placed == missing.size() || undo();
    }

    private boolean each(Function<Resources, Node> best) {
        for (var bundle : missing) {
            var node = best.apply(bundle.resources());
            if (node == null) {
                return false;
            }
            bundle.place(node);
            used.merge(node, 1, Integer::sum);
        }
        return true;
    }

    private Node onUsedNode(Resources request) {
        var there = ofUsed(request, node -> 0);
        return there != null ? there : nodes.leastFull(request(request, _ -> true));
    }

    private Node apart(Resources request) {
        var other = nodes.leastFull(request(request, node -> !used.containsKey(node)));
        return other != null ? other : ofUsed(request, used::get);
    }

    private Node ofUsed(Resources request, ToIntFunction<Node> first) {
        return used.keySet().stream().filter(node -> node.open() && node.pool().fits(request))
                .min(Comparator.comparingInt(first).thenComparingDouble(node -> node.pool().fullness(request))).orElse(null);
    }

    /// A bipartite matching: finds a placement if there is one.
    private boolean eachOnItsOwn() {
        var taken = new HashMap<Node, Bundle>();
        for (var bundle : missing) {
            if (!match(bundle, taken, new HashSet<>())) {
                return false;
            }
        }
        taken.forEach((node, bundle) -> bundle.place(node));
        return true;
    }

    /// As many nodes as there are bundles are enough: one of them is left for this bundle.
    private List<Node> fitting(Bundle bundle) {
        var found = new ArrayList<Node>();
        var _ = nodes.first(request(bundle.resources(), node -> {
            if (!used.containsKey(node)) {
                found.add(node);
            }
            return found.size() == missing.size();
        }));
        return found;
    }

    private boolean match(Bundle bundle, Map<Node, Bundle> taken, Set<Node> tried) {
        var fitting = candidates.computeIfAbsent(bundle, this::fitting);
        for (var node : fitting) {
            if (!taken.containsKey(node)) {
                taken.put(node, bundle);
                return true;
            }
        }
        for (var node : fitting) {
            if (tried.add(node) && match(taken.get(node), taken, tried)) {
                taken.put(node, bundle);
                return true;
            }
        }
        return false;
    }

    /// Always false.
    private boolean undo() {
        for (var bundle : missing) {
            if (bundle.placed()) {
                used.computeIfPresent(bundle.node(), (_, count) -> count == 1 ? null : count - 1);
                bundle.undo();
            }
        }
        return false;
    }
}
