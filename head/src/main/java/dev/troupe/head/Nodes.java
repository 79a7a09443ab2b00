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
    private final Map<NodeKey, Node> alive = new LinkedHashMap<>();
    private final Deque<Node> lost = new ArrayDeque<>();
    private final int remembered;

    Nodes(int remembered) {
        this.remembered = remembered;
    }

    Collection<Node> alive() {
        return alive.values();
    }

    Node get(NodeKey key) {
        return alive.get(key);
    }

    Node add(Fact.NodeJoined about) {
        var node = new Node(about);
        alive.put(about.node(), node);
        return node;
    }

    Node lose(NodeKey key) {
        var node = alive.remove(key);
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
        alive.values().forEach(node -> views.add(view(node, node.pool().total(), node.pool().available())));
        lost.forEach(node -> views.add(view(node, Resources.NONE, Resources.NONE)));
        return views;
    }

    private static Cluster.NodeView view(Node node, Resources total, Resources available) {
        var about = node.about();
        return new Cluster.NodeView(node.key(), about.ip(), about.hostname(), node.alive(), total, available, about.labels());
    }
}
