package dev.troupe.task;

import dev.troupe.task.Interest.Announcement;
import dev.troupe.values.Output;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/// Routers of several nodes in one JVM. Events are encoded and decoded as between processes, and held until their receiver is ready.
final class Net {
    private final BiPredicate<Integer, Integer> linked;
    private final Map<Integer, Node> nodes = new TreeMap<>();
    private final EventCodec codec = new EventCodec(Net.class.getClassLoader());

    private Net(BiPredicate<Integer, Integer> linked) {
        this.linked = linked;
    }

    static Net mesh() {
        return new Net((a, b) -> true);
    }

    /// All are linked to node 0 and to nobody else.
    static Net star() {
        return new Net((a, b) -> a == 0 || b == 0);
    }

    synchronized Node join(int id, String... labels) {
        Node node = new Node(id, Set.of(labels));
        nodes.put(id, node);
        others(id).forEach(other -> {
            other.tell(Router.PEER_JOINED, id);
            node.tell(Router.PEER_JOINED, other.id);
        });
        return node;
    }

    synchronized void lose(int id) {
        List<Node> others = others(id);
        nodes.remove(id);
        others.forEach(other -> other.tell(Router.PEER_LOST, id, "killed"));
    }

    private synchronized List<Node> others(int id) {
        return nodes.values().stream().filter(node -> node.id != id && linked.test(id, node.id)).toList();
    }

    private Object[] copy(Object[] arguments) {
        EventCodec.Reader reader = codec.reader();
        Output encoded = codec.encode(1, "copy", arguments);
        reader.open(Arrays.copyOf(encoded.array(), encoded.length()));
        return reader.arguments();
    }

    final class Node extends Router {
        private final int id;
        private final Set<String> labels;
        private final List<Runnable> held = new ArrayList<>();
        private final Map<String, Queued.Newest> latest = new HashMap<>();
        private Interest.Stage stage = Interest.Stage.OPEN;

        Node(int id, Set<String> labels) {
            super(Net.class.getClassLoader());
            this.id = id;
            this.labels = labels;
        }

        @Override
        public int nodeId() {
            return id;
        }

        @Override
        public boolean distributed() {
            return true;
        }

        @Override
        public Set<String> labels() {
            return labels;
        }

        @Override
        public Set<Integer> peers() {
            Set<Integer> peers = new TreeSet<>();
            others(id).forEach(node -> peers.add(node.id));
            return peers;
        }

        @Override
        public RouterStats stats() {
            return new RouterStats(0, 0, 0, 0);
        }

        @Override
        protected int gather() {
            return 1;
        }

        @Override
        protected void send(int task, Delivery delivery, String event, Object[] arguments) {
            others(id).forEach(other -> other.receive(delivery, event, copy(arguments)));
        }

        private synchronized void receive(Delivery delivery, String event, Object[] arguments) {
            switch (stage) {
                case OPEN -> held.add(() -> deliver(delivery, event, arguments));
                case READY -> deliver(delivery, event, arguments);
                case CLOSED -> {
                }
            }
        }

        private void deliver(Delivery delivery, String event, Object[] arguments) {
            switch (delivery) {
                case BLOCK -> dispatcher().add(new Queued.Local(event, arguments));
                case LATEST -> dispatcher().addLatest(latest.computeIfAbsent(event, e -> new Queued.Newest(null, e)), arguments);
            }
        }

        private void tell(String event, Object... arguments) {
            dispatcher().add(new Queued.Local(event, arguments));
        }

        @Override
        protected synchronized void announce(Announcement news) {
            if (!(news instanceof Announcement.Whole(Interest interest))) {
                return;
            }
            stage = interest.stage();
            if (stage == Interest.Stage.READY) {
                held.forEach(Runnable::run);
                held.clear();
            }
        }

        @Override
        void closed(Events events) {
            super.closed(events);
            stopListeners();
        }
    }
}
