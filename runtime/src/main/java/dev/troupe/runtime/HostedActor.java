package dev.troupe.runtime;

import dev.troupe.head.ActorKey;
import java.util.HashMap;
import java.util.Map;

/// An actor that lives in this process: its object and a queue of calls for each concurrency group.
final class HostedActor {
    final ActorKey key;
    final int incarnation;
    final int restarts;
    final Creation creation;
    private final Engine engine;
    private final Map<String, CallQueue> groups = new HashMap<>();
    private volatile Object object;
    private String over;

    HostedActor(Engine engine, ActorKey key, int incarnation, int restarts, Creation creation) {
        this.engine = engine;
        this.key = key;
        this.incarnation = incarnation;
        this.restarts = restarts;
        this.creation = creation;
        groups.put("", new CallQueue(this, creation.maxConcurrency()));
        creation.groups().forEach(group -> groups.put(group.name(), new CallQueue(this, group.maxConcurrency())));
    }

    void ready(Object made) {
        object = made;
    }

    Object object() {
        return object;
    }

    Engine engine() {
        return engine;
    }

    /// Queues a call; false when the actor is over.
    boolean ask(Peer caller, Message.Ask ask) {
        String wanted = ask.group().isEmpty() ? creation.groupOf(ask.code(), engine) : ask.group();
        CallQueue group = groups.get(wanted);
        synchronized (this) {
            if (over != null) {
                return false;
            }
        }
        if (group == null) {
            engine.answer(caller, new Message.Done(ask.number(), engine.codec().failure(new IllegalGroup(wanted, groups.keySet())), 0));
        } else {
            group.add(caller, ask);
        }
        return true;
    }

    /// Ends it at once: what runs is interrupted, what waits fails, and nothing it still says counts.
    void end(String why) {
        synchronized (this) {
            if (over != null) {
                return;
            }
            over = why;
        }
        groups.values().forEach(group -> group.end());
    }

    synchronized boolean isOver() {
        return over != null;
    }

    /// Calls `done` when all calls it has so far are over.
    void whenIdle(Runnable done) {
        Countdown left = new Countdown(groups.size(), done);
        groups.values().forEach(group -> group.whenIdle(left));
    }
}
