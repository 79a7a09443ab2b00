package dev.troupe.head;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The machines of the cluster, in the order in which they joined.
final class Nodes {
    /// All but lost ones.
    private final Map<NodeKey, Node> present = new LinkedHashMap<>();
    private final Deque<Node> lost = new ArrayDeque<>();
    private final int remembered;
    private long lastNumber;

    Nodes(int remembered) {
        this.remembered = remembered;
    }

    Collection<Node> present() {
        return present.values();
    }

    /// Those on which new work may be placed.
    List<Node> open() {
        return present.values().stream().filter(Node::open).toList();
    }

    Node get(NodeKey key) {
        return present.get(key);
    }

    Node add(Fact.NodeJoined about) {
        var node = new Node(about);
        lastNumber = Math.max(lastNumber, about.node().number());
        present.put(about.node(), node);
        return node;
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
        return present.values().stream().filter(node -> node.about().embeddedWorker().filter(driver::equals).isPresent()).toList();
    }

    Node lose(NodeKey key) {
        var node = present.remove(key);
        if (node != null) {
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
