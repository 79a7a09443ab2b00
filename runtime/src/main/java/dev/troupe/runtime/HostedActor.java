package dev.troupe.runtime;

import dev.troupe.head.ActorKey;
import java.util.ArrayList;
import java.util.List;

/// An actor that lives in this process: its object and a queue of calls for each concurrency group.
final class HostedActor {
    final ActorKey key;
    final int incarnation;
    final int restarts;
    private final Creation creation;
    private final Engine engine;
    /// Those of the creation, then the default one.
    private final List<CallQueue> groups = new ArrayList<>();
    private volatile Object object;
    private volatile boolean over;

    HostedActor(Engine engine, ActorThreads threads, ActorKey key, int incarnation, int restarts, Creation creation) {
        this.engine = engine;
        this.key = key;
        this.incarnation = incarnation;
        this.restarts = restarts;
        this.creation = creation;
        creation.groups().groups().forEach(group -> groups.add(new CallQueue(this, threads, group.maxConcurrency())));
        groups.add(new CallQueue(this, threads, creation.maxConcurrency()));
    }

    Creation creation() {
        return creation;
    }

    void ready(Object made) {
        object = made;
    }

    /// Whose method a call of this group is.
    Object object(CallQueue group) {
        return object instanceof ParallelActors.Instances(List<Object> all) && group != groups.getLast()
                ? all.get(groups.indexOf(group))
                : object;
    }

    Engine engine() {
        return engine;
    }

    /// Queues a call; one for a group that does not exist fails.
    void ask(Peer caller, Message.Ask ask) {
        CallQueue group;
        try {
            group = group(ask);
        } catch (RuntimeException e) {
            engine.later(() -> engine.answer(caller,
                    new Message.Done(ask.number(), new Outcome.Failed(engine.threw(ask.number(), ask.name(), e)), 0)));
            return;
        }
        group.add(caller, ask);
    }

    private CallQueue group(Message.Ask ask) {
        int index = creation.groups().of(ask.code().signature(), ask.group());
        return index == ConcurrencyGroups.DEFAULT ? groups.getLast() : groups.get(index);
    }

    /// Ends it at once: what runs is interrupted, what waits is dropped, and nothing it still says counts.
    void end() {
        over = true;
        groups.forEach(CallQueue::end);
    }

    boolean isOver() {
        return over;
    }

    void cancel(Peer caller, long number) {
        groups.forEach(group -> group.cancel(caller, number));
    }

    /// Calls `done` when all calls it has so far are over.
    void whenIdle(Runnable done) {
        Countdown left = new Countdown(groups.size(), done);
        groups.forEach(group -> group.whenIdle(left));
    }
}
