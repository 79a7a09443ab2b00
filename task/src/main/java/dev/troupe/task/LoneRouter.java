package dev.troupe.task;

import java.util.Set;
import java.util.function.Consumer;

/// The router of a process without peers.
final class LoneRouter extends Router {
    private final Dispatcher dispatcher = new Dispatcher(new EventCodec(null));

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
        return new RouterStats(0, 0, dispatcher.dropped(), 0);
    }

    @Override
    Events open(ErrorPolicy policy, Consumer<TaskFailedException> onFailure) {
        return EventLoop.open(this, dispatcher, 1, policy, onFailure);
    }

    @Override
    void send(int task, Delivery delivery, String event, Object[] arguments) {}

    @Override
    void announce(Announcement news) {}

    @Override
    void closed(EventLoop loop) {
        dispatcher.close();
    }
}
