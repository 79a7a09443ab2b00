package dev.troupe.task;

import java.util.Set;
import java.util.function.Consumer;

/// The router of a process nobody started as a worker.
enum LoneRouter implements EventRouter {
    INSTANCE;

    @Override
    public int nodeId() {
        return 0;
    }

    @Override
    public boolean distributed() {
        return false;
    }

    @Override
    public Set<String> labels() {
        return Set.of();
    }

    @Override
    public Set<Integer> peers() {
        return Set.of();
    }

    @Override
    public RouterStats stats() {
        return new RouterStats(0, 0, 0, 0);
    }

    @Override
    public Events attach(ErrorPolicy policy, Consumer<TaskFailedException> onFailure) {
        return new LocalEvents(policy, onFailure, (delivery, event, arguments) -> {});
    }
}
