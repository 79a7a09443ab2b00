package dev.troupe.head;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// The machines of the cluster, in the order in which they joined.
final class Nodes {
    private static final int MOST_FITTING = 10_000;
    /// All but lost ones.
    private final Map<NodeKey, Node> present = new LinkedHashMap<>();
    private final Deque<Node> lost = new ArrayDeque<>();
    private final NodeIndex plain = new NodeIndex();
    private final NodeIndex withGpus = new NodeIndex();
    /// Whether a request would fit on an empty node.
    private final Map<Resources, Boolean> fitting = new HashMap<>();
    private final Map<ProcessKey, Set<Node>> embedded = new HashMap<>();
    private final int remembered;
    private final Consumer<Node> grown;
    private long lastNumber;

    /// @param grown is notified of nodes that may have room for work that found none
    Nodes(int remembered, Consumer<Node> grown) {
        this.remembered = remembered;
        this.grown = grown;
    }

    Collection<Node> present() {
        return present.values();
    }

    Node get(NodeKey key) {
        return present.get(key);
    }

    Node add(Fact.NodeJoined about) {
        var node = new Node(about, this::changed);
        lastNumber = Math.max(lastNumber, about.node().number());
        present.put(about.node(), node);
        index(node).add(node);
        about.embeddedWorker().ifPresent(driver -> embedded.computeIfAbsent(driver, _ -> new LinkedHashSet<>()).add(node));
        fitting.clear();
        grown.accept(node);
        return node;
    }

    private NodeIndex index(Node node) {
        return node.hasGpus() ? withGpus : plain;
    }

    private void changed(Node node, boolean more) {
        if (node.state() != NodeState.LOST) {
            index(node).touch(node);
            if (more) {
                grown.accept(node);
            }
        }
    }

    /// Fills nodes until half of them is used, then spreads. Nodes with GPUs are kept free for work that needs them. Null if there is no room.
    Node best(NodeIndex.Request request) {
        boolean needsGpu = request.resources().amount(Resources.GPU) > 0;
        var found = needsGpu ? null : best(plain, request);
        return found != null ? found : best(withGpus, request);
    }

    private static Node best(NodeIndex index, NodeIndex.Request request) {
        var packed = index.packed(request);
        return packed != null ? packed : index.leastFull(request);
    }

    /// The first node with room; null if there is none.
    Node first(NodeIndex.Request request) {
        var found = plain.first(request);
        return found != null ? found : withGpus.first(request);
    }

    Node leastFull(NodeIndex.Request request) {
        var found = plain.leastFull(request);
        return found != null ? found : withGpus.leastFull(request);
    }

    /// Whether a node would have room if leases were returned.
    boolean wouldFit(Resources request) {
        return plain.wouldFit(request) || withGpus.wouldFit(request);
    }

    /// Whether the request fits on a node that is otherwise empty; nodes that are to be drained do not count.
    boolean canFit(Resources request) {
        if (fitting.size() > MOST_FITTING) {
            fitting.clear();
        }
        return fitting.computeIfAbsent(request, _ -> present.values().stream()
                .anyMatch(node -> !node.draining() && node.takesWork() && request.fitsIn(node.pool().total())));
    }

    /// Forgets what could be placed: a node has changed its state.
    void stateChanged() {
        fitting.clear();
    }

    /// What a request lacks everywhere, and the most that a single node has of it; if there is enough of each resource, that no node has them
    /// together.
    String best(Resources request) {
        for (int i = 0; i < request.size(); i++) {
            var name = request.name(i);
            long most = present.values().stream().filter(node -> !node.draining()).mapToLong(node -> node.pool().total().amount(name)).max()
                    .orElse(0);
            if (most < request.amount(i)) {
                return most == 0 ? "no node has any " + name : "the most that a node has is " + Resources.of(name, most);
            }
        }
        return "some nodes have enough of each, but no node has all of it";
    }

    /// A number that no node ever had.
    NodeKey next() {
        return new NodeKey(++lastNumber);
    }

    /// Whether it was lost, not too long ago.
    boolean wasLost(NodeKey key) {
        return lost.stream().anyMatch(node -> node.key().equals(key));
    }

    /// The present nodes of a driver that runs its job's work itself.
    List<Node> embeddedIn(ProcessKey driver) {
        return List.copyOf(embedded.getOrDefault(driver, Set.of()));
    }

    Node lose(NodeKey key) {
        var node = present.remove(key);
        if (node != null) {
            index(node).remove(node);
            node.about().embeddedWorker().ifPresent(embedded::remove);
            fitting.clear();
            node.lost();
            lost.add(node);
            if (lost.size() > remembered) {
                lost.remove();
            }
        }
        return node;
    }

    List<Cluster.NodeView> view() {
        var views = new ArrayList<Cluster.NodeView>();
        present.values().forEach(node -> views.add(view(node, node.pool().total(), node.pool().available())));
        lost.forEach(node -> views.add(view(node, Resources.NONE, Resources.NONE)));
        return views;
    }

    private static Cluster.NodeView view(Node node, Resources total, Resources available) {
        var about = node.about();
        return new Cluster.NodeView(node.key(), about.ip(), about.hostname(), node.state(), total, available, about.labels());
    }
}
