package dev.troupe.runtime;

import dev.troupe.head.ActorKey;
import java.util.ArrayList;
import java.util.List;

/// An actor that lives in this process: its object and a queue of calls for each concurrency group.
final class HostedActor {
    final ActorKey key;
    final int incarnation;
    final int restarts;
    /// As whom all that runs of it calls other actors.
    final CallerId caller = new CallerId();
    private final Creation creation;
    private final Engine engine;
    /// Those of the creation, then the default one.
    private final List<CallQueue> groups = new ArrayList<>();
    /// Null for an actor that holds no processors.
    private final Lending lending;
    /// Who makes the object, while somebody does, and what is to be done then. Guarded by this.
    private Thread constructor;
    private final List<Runnable> whenConstructed = new ArrayList<>(0);
    private volatile Object object;
    private volatile boolean over;

    HostedActor(Engine engine, ActorThreads threads, ActorKey key, int incarnation, int restarts, Creation creation, Lending lending) {
        this.engine = engine;
        this.key = key;
        this.incarnation = incarnation;
        this.restarts = restarts;
        this.creation = creation;
        this.lending = lending;
        creation.groups().groups().forEach(group -> groups.add(new CallQueue(this, threads, group.maxConcurrency())));
        groups.add(new CallQueue(this, threads, creation.maxConcurrency()));
    }

    Creation creation() {
        return creation;
    }

    /// The current thread is about to make its object; false when nobody wants that any more.
    synchronized boolean construct() {
        if (over) {
            return false;
        }
        constructor = Thread.currentThread();
        return true;
    }

    void ready(Object made) {
        object = made;
    }

    /// The thread that made its object, or did not succeed, has done its part.
    void constructed() {
        List<Runnable> told;
        synchronized (this) {
            constructor = null;
            Thread.interrupted(); // the thread goes on with others
            told = List.copyOf(whenConstructed);
            whenConstructed.clear();
        }
        told.forEach(Runnable::run);
    }

    /// Its constructor or a call of it begins on this thread.
    Context begin(long task) {
        engine.board().begin(task, key.number());
        if (lending != null) {
            lending.begin();
        }
        return new Context(engine, task, this, lending);
    }

    /// What this thread began is over.
    void done() {
        if (lending != null) {
            lending.done();
        }
        engine.board().end();
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
        if (ask.group().equals(Message.Ask.BESIDE)) {
            engine.later(() -> serve(caller, ask));
            return;
        }
        CallQueue group;
        try {
            group = group(ask.code(), ask.group());
        } catch (RuntimeException e) {
            engine.later(() -> engine.answer(caller,
                    new Message.Done(ask.number(), new Outcome.Failed(engine.threw(ask.number(), ask.name(), e)), 0)));
            return;
        }
        group.add(caller, ask);
    }

    // A function that takes nothing of the actor.
    private void serve(Peer caller, Message.Ask ask) {
        long began = System.nanoTime();
        Context context = new Context(engine, ask.number(), null, null);
        Outcome outcome = engine.execution().call(context, ask.name(), ask.code(), ask.arguments(), ask.refs(), null);
        if (over) {
            engine.discard(outcome);
        } else {
            engine.answer(caller, new Message.Done(ask.number(), outcome, System.nanoTime() - began));
        }
    }

    private CallQueue group(Code code, String asked) {
        int index = creation.groups().of(code.signature(), asked);
        return index == ConcurrencyGroups.DEFAULT ? groups.getLast() : groups.get(index);
    }

    /// Whether that call of this actor can only begin when what the thread runs of it has ended.
    boolean waitsFor(Thread thread, Call call) {
        synchronized (this) {
            if (constructor == thread) {
                return true;
            }
        }
        try {
            return group(call.code, call.group).waitsFor(thread);
        } catch (IllegalArgumentException noSuchGroup) {
            return false; // it fails at once
        }
    }

    /// Ends it at once: what runs is interrupted, what waits is dropped, and nothing it still says counts.
    void end() {
        synchronized (this) {
            over = true;
            if (constructor != null) {
                constructor.interrupt();
            }
        }
        groups.forEach(CallQueue::end);
    }

    boolean isOver() {
        return over;
    }

    /// It is over, and nothing of it runs any more: threads that rest may keep this for a while, but not what the user made.
    void forget() {
        object = null;
    }

    void cancel(Peer caller, long number) {
        groups.forEach(group -> group.cancel(caller, number));
    }

    /// Calls `done` when its constructor and all calls it has so far are over.
    void whenIdle(Runnable done) {
        Countdown left = new Countdown(groups.size() + 1, done);
        groups.forEach(group -> group.whenIdle(left));
        synchronized (this) {
            if (constructor != null) {
                whenConstructed.add(left);
                return;
            }
        }
        left.run();
    }

    /// The threads that work for it.
    List<Thread> running() {
        List<Thread> all = new ArrayList<>();
        synchronized (this) {
            if (constructor != null) {
                all.add(constructor);
            }
        }
        groups.forEach(group -> all.addAll(group.running()));
        return all;
    }
}
