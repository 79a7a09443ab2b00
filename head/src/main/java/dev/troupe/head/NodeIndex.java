package dev.troupe.head;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/// Finds nodes by their free resources without looking at each: a binary tree over the nodes, in the order in which they joined, knows for every
/// part of them the most that a single node has. Nodes that take no new work are in the tree without resources.
final class NodeIndex {
    private static final int FIRST_CAPACITY = 64;
    /// Resources that fewer nodes have are searched node by node: a column for each would take too much memory.
    private static final int FEW = 64;
    private static final int CLOSED = Integer.MAX_VALUE;

    private final Map<String, SortedMap<Integer, Node>> holders = new HashMap<>();
    private final Map<String, Column> columns = new HashMap<>();
    private final Deque<Node> dirty = new ArrayDeque<>();
    private int capacity = FIRST_CAPACITY;
    private int used;
    private int count;
    private Node[] nodes = new Node[capacity];
    /// The fewest actors of a node in each part; CLOSED if none of them takes work.
    private int[] actors = closed(capacity);
    /// The fewest processes that are starting on a node of each part.
    private int[] starting = closed(capacity);

    /// What the nodes have of one resource, for each part of the tree.
    private static final class Column {
        final long[] free;
        /// Twice the free amount less the total: how much may be taken before half is in use.
        final long[] half;
        final long[] total;
        final double[] share;
        final long[] reclaimable;

        Column(int capacity) {
            free = new long[2 * capacity];
            half = new long[2 * capacity];
            total = new long[2 * capacity];
            share = new double[2 * capacity];
            reclaimable = new long[2 * capacity];
            Arrays.fill(free, Long.MIN_VALUE);
            Arrays.fill(half, Long.MIN_VALUE);
        }

        void leaf(int at, long available, long reclaim, long all, boolean open) {
            reclaimable[at] = open ? reclaim : 0;
            free[at] = open ? available : Long.MIN_VALUE;
            half[at] = open ? 2 * available - all : Long.MIN_VALUE;
            total[at] = open ? all : 0;
            share[at] = open ? (double) available / all : 0;
        }

        void sum(int at) {
            free[at] = Math.max(free[2 * at], free[2 * at + 1]);
            half[at] = Math.max(half[2 * at], half[2 * at + 1]);
            total[at] = Math.max(total[2 * at], total[2 * at + 1]);
            share[at] = Math.max(share[2 * at], share[2 * at + 1]);
            reclaimable[at] = Math.max(reclaimable[2 * at], reclaimable[2 * at + 1]);
        }
    }

    /// What a node must have.
    ///
    /// @param mostStarting only nodes on which fewer processes are starting
    record Request(Resources resources, int mostStarting, Predicate<Node> accepts) {}

    private static int[] closed(int capacity) {
        var all = new int[2 * capacity];
        Arrays.fill(all, CLOSED);
        return all;
    }

    void add(Node node) {
        if (used == capacity) {
            rebuild();
        }
        place(node);
        count++;
    }

    private void place(Node node) {
        node.slot(used);
        nodes[used++] = node;
        var total = node.pool().total();
        for (int i = 0; i < total.size(); i++) {
            var name = total.name(i);
            var having = holders.computeIfAbsent(name, _ -> new TreeMap<>());
            having.put(node.slot(), node);
            if (having.size() > FEW && !columns.containsKey(name)) {
                columns.put(name, new Column(capacity));
                having.values().forEach(this::touch);
            }
        }
        touch(node);
    }

    /// Keeps the order, without the gaps of nodes that have left.
    private void rebuild() {
        var all = Arrays.copyOf(nodes, used);
        capacity = count > capacity / 2 ? 2 * capacity : capacity;
        nodes = new Node[capacity];
        actors = closed(capacity);
        starting = closed(capacity);
        holders.clear();
        columns.clear();
        dirty.clear();
        used = 0;
        for (var node : all) {
            if (node != null) {
                node.indexed(true);
                place(node);
            }
        }
    }

    void remove(Node node) {
        update(node, false);
        var total = node.pool().total();
        for (int i = 0; i < total.size(); i++) {
            holders.get(total.name(i)).remove(node.slot());
        }
        nodes[node.slot()] = null;
        count--;
    }

    /// The node has changed.
    void touch(Node node) {
        if (node.indexed()) {
            node.indexed(false);
            dirty.add(node);
        }
    }

    private void refresh() {
        for (var node = dirty.poll(); node != null; node = dirty.poll()) {
            node.indexed(true);
            if (nodes[node.slot()] == node) {
                update(node, node.open());
            }
        }
    }

    private void update(Node node, boolean open) {
        int leaf = capacity + node.slot();
        actors[leaf] = open ? node.actors() : CLOSED;
        starting[leaf] = open ? node.starting() : CLOSED;
        for (int at = leaf / 2; at > 0; at /= 2) {
            actors[at] = Math.min(actors[2 * at], actors[2 * at + 1]);
            starting[at] = Math.min(starting[2 * at], starting[2 * at + 1]);
        }
        var total = node.pool().total();
        for (int i = 0; i < total.size(); i++) {
            var column = columns.get(total.name(i));
            if (column != null) {
                column.leaf(leaf, node.pool().available(total.name(i)), node.pool().reclaimable(total.name(i)), total.amount(i),
                        open);
                for (int at = leaf / 2; at > 0; at /= 2) {
                    column.sum(at);
                }
            }
        }
    }

    /// The first node of which at most half would be in use afterwards; null if there is none.
    Node packed(Request request) {
        refresh();
        return request.resources.isEmpty() ? null : first(request, true);
    }

    /// The first node with enough resources; null if there is none.
    Node first(Request request) {
        refresh();
        return first(request, false);
    }

    private Node first(Request request, boolean half) {
        var few = few(request.resources);
        if (few != null) {
            return few.values().stream().filter(node -> fits(node, request))
                    .filter(node -> !half || node.pool().fullness(request.resources) <= 0.5).findFirst().orElse(null);
        }
        return first(1, request, columns(request.resources), half);
    }

    /// The nodes with the rarest of the resources; null if that is not rare.
    private SortedMap<Integer, Node> few(Resources resources) {
        SortedMap<Integer, Node> fewest = null;
        for (int i = 0; i < resources.size(); i++) {
            var name = resources.name(i);
            if (!columns.containsKey(name)) {
                SortedMap<Integer, Node> having = holders.getOrDefault(name, new TreeMap<>());
                fewest = fewest == null || having.size() < fewest.size() ? having : fewest;
            }
        }
        return fewest;
    }

    private Column[] columns(Resources resources) {
        var all = new Column[resources.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = columns.get(resources.name(i));
        }
        return all;
    }

    private static boolean fits(Node node, Request request) {
        return node.open() && node.starting() < request.mostStarting && node.pool().fits(request.resources) && request.accepts.test(node);
    }

    private boolean mayFit(int at, Request request, Column[] columns, boolean half) {
        if (starting[at] >= request.mostStarting || actors[at] == CLOSED) {
            return false;
        }
        for (int i = 0; i < columns.length; i++) {
            long amount = request.resources.amount(i);
            if (half ? columns[i].half[at] < 2 * amount : columns[i].free[at] < amount) {
                return false;
            }
        }
        return true;
    }

    private Node first(int at, Request request, Column[] columns, boolean half) {
        if (!mayFit(at, request, columns, half)) {
            return null;
        }
        if (at >= capacity) {
            var node = nodes[at - capacity];
            return fits(node, request) ? node : null;
        }
        var left = first(2 * at, request, columns, half);
        return left != null ? left : first(2 * at + 1, request, columns, half);
    }

    /// Whether a node would have room if leases were returned.
    boolean wouldFit(Resources request) {
        refresh();
        var few = few(request);
        return few == null ? wouldFit(1, request, columns(request))
                : few.values().stream().anyMatch(node -> node.open() && node.pool().wouldFit(request));
    }

    private boolean wouldFit(int at, Resources request, Column[] columns) {
        if (actors[at] == CLOSED) {
            return false;
        }
        for (int i = 0; i < columns.length; i++) {
            if (columns[i].reclaimable[at] < request.amount(i)) {
                return false;
            }
        }
        return at >= capacity ? nodes[at - capacity].pool().wouldFit(request)
                : wouldFit(2 * at, request, columns) || wouldFit(2 * at + 1, request, columns);
    }

    /// The node with enough resources that would be the least full afterwards, or have the fewest actors if nothing is requested; the first of
    /// equal ones; null if there is none.
    Node leastFull(Request request) {
        refresh();
        var few = few(request.resources);
        var search = new Search(request, columns(few == null ? request.resources : Resources.NONE));
        if (few == null) {
            search.in(1);
        } else {
            few.values().stream().filter(node -> fits(node, request)).forEach(search::offer);
        }
        return search.best;
    }

    private final class Search {
        final Request request;
        final Column[] columns;
        Node best;
        double least = Double.MAX_VALUE;

        Search(Request request, Column[] columns) {
            this.request = request;
            this.columns = columns;
        }

        void in(int at) {
            if (!mayFit(at, request, columns, false) || atLeast(at) >= least) {
                return;
            }
            if (at < capacity) {
                boolean leftFirst = atLeast(2 * at) <= atLeast(2 * at + 1);
                in(leftFirst ? 2 * at : 2 * at + 1);
                in(leftFirst ? 2 * at + 1 : 2 * at);
            } else if (fits(nodes[at - capacity], request)) {
                offer(nodes[at - capacity]);
            }
        }

        /// No node of this part costs less.
        private double atLeast(int at) {
            double most = request.resources.isEmpty() ? actors[at] : 0;
            for (int i = 0; i < columns.length; i++) {
                most = Math.max(most, 1 - columns[i].share[at] + (double) request.resources.amount(i) / columns[i].total[at]);
            }
            return most;
        }

        void offer(Node node) {
            double cost = request.resources.isEmpty() ? node.actors() : node.pool().fullness(request.resources);
            boolean earlier = best != null && cost == least && node.slot() < best.slot();
            if (cost < least || earlier) {
                best = node;
                least = cost;
            }
        }
    }
}
