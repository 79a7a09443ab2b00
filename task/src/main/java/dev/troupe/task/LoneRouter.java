package dev.troupe.task;

import java.util.Set;

/// The router of a process without peers.
final class LoneRouter extends Router {
    LoneRouter() {
        super(null);
    }

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
        return new RouterStats(0, 0, replaced(), 0);
    }

    @Override
    protected int gather() {
        return 1;
    }

    @Override
    protected void send(int task, Delivery delivery, String event, Object[] arguments) {}

    @Override
    protected void announce(Announcement news) {}

    @Override
    void closed(Events events) {
        stopListeners();
    }
}
