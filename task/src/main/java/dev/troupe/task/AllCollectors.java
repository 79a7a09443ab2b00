package dev.troupe.task;

import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

/// How a learner waits until every linked collector has sent something. Whoever has not said within the timeout whether it collects is not waited for
/// again, until it does.
record AllCollectors(Task<?> task, Attendance attendance) {
    private static final String COLLECTS = "troupe.context.collects";
    private static final System.Logger LOG = System.getLogger("dev.troupe.task");
    /// After this silence people want to know whom it waits for.
    private static final Duration SILENCE = Duration.ofSeconds(5);

    /// Tells the others whether this node collects, now and whenever one joins, and listens to what they say.
    void introduce() {
        task.on(COLLECTS, (Integer node, Boolean collector) -> task.life().change(() -> attendance.introduced(node, collector)));
        task.on(Router.PEER_JOINED, (Integer node) -> tell());
        task.on(Router.PEER_LOST, (Integer node, String reason) -> task.life().change(() -> {}));
        tell();
    }

    private void tell() {
        task.onlyRemote().emit(COLLECTS, task.router().nodeId(), task.roles().contains(Role.COLLECTOR));
    }

    /// False when the task finished instead.
    boolean await(Patience patience) throws InterruptedException {
        boolean impatient = patience.timeout().compareTo(SILENCE) <= 0;
        if (!task.life().await(this::complete, impatient ? patience.timeout() : SILENCE)) {
            if (!impatient) {
                LOG.log(System.Logger.Level.INFO, "node {0} waits for {1}", task.router().nodeId(), names(missing()));
            }
            if (impatient || !task.life().await(this::complete, patience.timeout().minus(SILENCE))) {
                excuse(patience);
            }
        }
        return patience.require(this::complete);
    }

    private boolean complete() {
        return attendance.anybody() && missing().isEmpty();
    }

    private Set<Integer> missing() {
        synchronized (task.life()) {
            return attendance.missing(task.router().peers());
        }
    }

    private void excuse(Patience patience) {
        Set<Integer> strangers;
        synchronized (task.life()) {
            strangers = attendance.excuse(task.router().peers());
        }
        if (!strangers.isEmpty()) {
            LOG.log(System.Logger.Level.WARNING, "node {0} goes on without {1}, which did not say within {2} whether it collects",
                    task.router().nodeId(), names(strangers), Durations.text(patience.timeout()));
        }
    }

    private static String names(Set<Integer> nodes) {
        return nodes.isEmpty() ? "a collector" : nodes.stream().map(node -> "node " + node).collect(Collectors.joining(", "));
    }
}
