package dev.troupe.task;

import dev.troupe.text.Durations;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Lets a learner wait until every linked collector has sent something. A peer that has not reported within the timeout whether it collects is not
/// waited for again until it does.
final class AllCollectors {
    private static final String COLLECTS = "troupe.context.collects";
    private static final System.Logger LOG = System.getLogger("dev.troupe.task");

    private final Task<?> task;
    /// Guarded by the lock of the task's [Life].
    private final Attendance attendance = new Attendance();
    private final LongWait longWait;

    AllCollectors(Task<?> task) {
        this.task = task;
        longWait = new LongWait(task.life());
    }

    /// Tells the others whether this node collects, now and whenever one joins, and listens to their reports.
    void introduce() {
        task.on(COLLECTS, (Integer node, Boolean collector) -> task.life().change(() -> attendance.introduced(node, collector)));
        task.on(Router.PEER_JOINED, (Integer node) -> tell());
        task.onGone(node -> task.life().change(() -> {}));
        tell();
    }

    private void tell() {
        task.onlyRemote().emit(COLLECTS, task.router().nodeId(), task.roles().contains(Role.COLLECTOR));
    }

    /// Called under the lock of the task's [Life].
    Attendance attendance() {
        return attendance;
    }

    /// False if the task finished instead.
    boolean await(Patience patience) throws InterruptedException {
        if (!longWait.await(this::complete, patience.timeout(), this::waiting)) {
            excuse(patience);
        }
        return patience.require(this::complete);
    }

    private boolean complete() {
        synchronized (task.life()) {
            return attendance.anybody() && missing().isEmpty();
        }
    }

    private Set<Integer> missing() {
        return attendance.missing(task.router().peers());
    }

    private String waiting() {
        Set<Integer> missing = missing();
        return "node " + task.router().nodeId() + " still waits for data from "
                + (missing.isEmpty() ? "a node with the role COLLECTOR" : names(missing));
    }

    private void excuse(Patience patience) {
        Set<Integer> strangers;
        synchronized (task.life()) {
            strangers = attendance.excuse(task.router().peers());
        }
        if (!strangers.isEmpty()) {
            LOG.log(System.Logger.Level.WARNING, "node " + task.router().nodeId() + " continues without " + names(strangers)
                    + ", which did not report within " + Durations.text(patience.timeout()) + " whether it collects");
        }
    }

    private static String names(Set<Integer> nodes) {
        return nodes.stream().map(node -> "node " + node).collect(Collectors.joining(", "));
    }

    /// Which peers collect, and which of them have sent something since the learner last took their data. Guarded by the lock of the task's [Life].
    static final class Attendance {
        private final Map<Integer, Boolean> collects = new HashMap<>();
        private final Set<Integer> sent = new HashSet<>();

        /// A peer reports its roles as soon as it has a [ContextExchange].
        void introduced(int node, boolean collector) {
            collects.put(node, collector);
        }

        /// Peers that have not introduced themselves in time have no exchange, so the learner does not wait for them.
        Set<Integer> excuse(Set<Integer> peers) {
            Set<Integer> strangers = new TreeSet<>(peers);
            strangers.removeAll(collects.keySet());
            strangers.forEach(node -> collects.put(node, false));
            return strangers;
        }

        void sent(int node) {
            collects.put(node, true);
            sent.add(node);
        }

        void taken() {
            sent.clear();
        }

        boolean anybody() {
            return !sent.isEmpty();
        }

        /// Those of these peers that must send something first. A peer that has not introduced itself may be a collector.
        Set<Integer> missing(Set<Integer> peers) {
            Set<Integer> missing = new TreeSet<>(peers);
            missing.removeIf(node -> sent.contains(node) || !collects.getOrDefault(node, true));
            return missing;
        }
    }
}
