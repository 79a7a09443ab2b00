package dev.troupe.head;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Finds a node for all bundles that have none, or for none of them.
final class BundlePlan {
    private final Collection<Node> nodes;
    private final List<Bundle> missing;
    /// The number of bundles of the group on each node.
    private final Map<Node, Integer> used = new HashMap<>();

    BundlePlan(Collection<Node> nodes, List<Bundle> bundles) {
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
            case PACK -> onOneNode() || undo() || eachBy(Comparator.comparingInt(node -> used.containsKey(node) ? 0 : 1));
            case SPREAD -> eachBy(Comparator.comparingInt(node -> used.getOrDefault(node, 0)));
            case STRICT_SPREAD -> eachOnItsOwn();
        };
        if (!done) {
            undo();
        }
        return done;
    }

    private boolean onOneNode() {
        for (var node : nodes) {
            if (used.isEmpty() || used.containsKey(node)) {
                int placed = 0;
                while (placed < missing.size() && node.pool().fits(missing.get(placed).resources())) {
                    missing.get(placed++).place(node);
                }
                if (placed == missing.size()) {
                    return true;
                }
                undo();
            }
        }
        return false;
    }

    private boolean eachBy(Comparator<Node> best) {
        for (var bundle : missing) {
            var request = bundle.resources();
            var node = nodes.stream().filter(candidate -> candidate.pool().fits(request))
                    .min(best.thenComparingDouble(candidate -> candidate.pool().fullness(request)));
            if (node.isEmpty()) {
                return false;
            }
            bundle.place(node.get());
            used.merge(node.get(), 1, Integer::sum);
        }
        return true;
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

    private boolean match(Bundle bundle, Map<Node, Bundle> taken, Set<Node> tried) {
        var fitting = nodes.stream().filter(node -> !used.containsKey(node) && node.pool().fits(bundle.resources())).toList();
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
