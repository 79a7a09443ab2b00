package dev.troupe.head;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// All work that waits for resources. Jobs are served in turn, and in a job its waiters: those that were served longest ago come first. Work that
/// found no room is looked at again only when resources that might be enough for it have become free.
final class Queue {
    private static final Object SEVERAL = new Object();
    private final Map<Gate.Key, Gate> gates = new LinkedHashMap<>();
    private final Map<GroupKey, Set<Gate>> inGroups = new HashMap<>();
    private final Map<Waiter, Gate.Line> lines = new LinkedHashMap<>();
    /// Gates that may have room.
    private final Set<Gate> open = new LinkedHashSet<>();
    /// Gates that would have room if leases were returned.
    private final Set<Gate> starved = new LinkedHashSet<>();
    /// Added since the last round.
    private final Set<Waiter> fresh = new LinkedHashSet<>();
    /// Nodes and groups on which resources have become free.
    private final Set<Node> grownNodes = new LinkedHashSet<>();
    private final Set<GroupKey> grownGroups = new LinkedHashSet<>();
    private boolean grownEverywhere;
    private long turns;

    long nextOrder() {
        return ++turns;
    }

    /// Resources of the node have become free, or can be used again.
    void grown(Node node) {
        if (!gates.isEmpty()) {
            grownNodes.add(node);
        }
    }

    /// Resources in the bundles of the group have become free.
    void grown(GroupKey group) {
        if (inGroups.containsKey(group)) {
            grownGroups.add(group);
        }
    }

    /// Anything that waits might find room now.
    void grown() {
        grownEverywhere = true;
    }

    /// To be called whenever the needs of a waiter have changed.
    void changed(Waiter waiter) {
        var line = lines.get(waiter);
        if (line != null && (waiter.missing() == 0 || !line.gate.key().equals(waiter.gate()))) {
            remove(waiter, line);
            line = null;
        }
        if (waiter.missing() > 0) {
            if (line == null) {
                line = add(waiter);
            }
            fresh.add(waiter);
            if (line.gate.mayServe(line)) {
                open.add(line.gate);
            }
        } else {
            fresh.remove(waiter);
        }
    }

    private Gate.Line add(Waiter waiter) {
        var gate = gates.computeIfAbsent(waiter.gate(), Gate::new);
        gate.key().bundle().ifPresent(bundle -> inGroups.computeIfAbsent(bundle.group(), _ -> new LinkedHashSet<>()).add(gate));
        var line = gate.add(waiter);
        lines.put(waiter, line);
        return line;
    }

    private void remove(Waiter waiter, Gate.Line line) {
        var gate = line.gate;
        gate.remove(waiter, line);
        lines.remove(waiter);
        dropIfEmpty(gate);
    }

    private void dropIfEmpty(Gate gate) {
        if (gate.size() == 0) {
            gates.remove(gate.key());
            open.remove(gate);
            starved.remove(gate);
            gate.key().bundle().ifPresent(bundle -> inGroups.computeIfPresent(bundle.group(),
                    (_, all) -> all.remove(gate) && all.isEmpty() ? null : all));
        }
    }

    /// Serves as many as possible. A new waiter that can never fit is told at once, because waiting does not help.
    void serve(Outbox out) {
        openGates();
        while (!open.isEmpty()) {
            var line = next();
            if (line != null) {
                serve(line);
            }
            openGates(); // a group that is placed provides resources for others
        }
        for (var waiter : fresh) {
            if (waiter.missing() > 0 && waiter.starves() && waiter.fitsNowhere()) {
                waiter.sayWhy(out);
            }
        }
        fresh.clear();
    }

    private void openGates() {
        if (grownEverywhere) {
            gates.values().forEach(this::reopen);
        }
        for (var node : grownNodes) {
            for (var gate : gates.values()) {
                var request = gate.key().resources();
                if (gate.key().bundle().isPresent() || !node.open()) {
                    continue;
                }
                if (node.pool().fits(request)) {
                    reopen(gate);
                } else if (!gate.starved() && !open.contains(gate) && node.pool().wouldFit(request)) {
                    starve(gate, true);
                }
            }
        }
        for (var group : grownGroups) {
            inGroups.getOrDefault(group, Set.of()).forEach(this::reopen);
        }
        grownEverywhere = false;
        grownNodes.clear();
        grownGroups.clear();
    }

    private void reopen(Gate gate) {
        gate.reopen();
        open.add(gate);
    }

    /// The line whose turn it is; closes gates at which nobody may find room.
    private Gate.Line next() {
        Gate.Line first = null;
        for (var gate : List.copyOf(open)) {
            var line = gate.first();
            if (line == null) {
                open.remove(gate);
            } else if (first == null || Gate.Line.IN_TURN.compare(line, first) < 0) {
                first = line;
            }
        }
        return first;
    }

    private void serve(Gate.Line line) {
        var waiter = line.first();
        var gate = line.gate;
        if (waiter.serve()) {
            gate.remove(waiter, line);
            waiter.servedAt(++turns);
            if (waiter.missing() > 0) {
                lines.put(waiter, gate.add(waiter));
            } else {
                lines.remove(waiter);
                dropIfEmpty(gate);
            }
            return;
        }
        grownNodes.clear(); // what it tried is undone, and nothing else has happened
        if (waiter.hasRoom()) {
            gate.setAside(line);
        } else {
            gate.fill();
        }
        starve(gate, waiter.leasesAreInTheWay());
    }

    private void starve(Gate gate, boolean now) {
        gate.starved(now);
        if (now) {
            starved.add(gate);
        } else {
            starved.remove(gate);
        }
    }

    /// Whether others wait for leases.
    boolean othersWait(Waiter waiter) {
        if (starved.isEmpty()) {
            return false;
        }
        if (starved.size() > 1) {
            return true;
        }
        var gate = starved.iterator().next();
        var line = lines.get(waiter);
        return gate.size() > (line != null && line.gate == gate ? 1 : 0);
    }

    /// While this stays the same, so does [#othersWait] for everyone.
    Object starvation() {
        if (starved.isEmpty()) {
            return null;
        }
        var gate = starved.iterator().next();
        return starved.size() > 1 || gate.size() > 1 ? SEVERAL : gate.any();
    }

    /// Lets those that wait for long report why.
    void tick(long now, long patienceNanos, Outbox out) {
        for (var gate : List.copyOf(starved)) {
            starve(gate, gate.any().leasesAreInTheWay());
        }
        for (var waiter : lines.keySet()) {
            if (waiter.starvesFor(now) >= patienceNanos) {
                waiter.sayWhy(out);
            }
        }
    }

    List<Cluster.Waiting> view() {
        return lines.keySet().stream().sorted(Comparator.comparingLong(Waiter::served).thenComparingLong(Waiter::order))
                .map(waiter -> new Cluster.Waiting(waiter.what(), waiter.missing(), waiter.whyItWaits())).toList();
    }
}
