package dev.troupe.hosting;

import dev.troupe.calls.ConcurrencyGroups;
import dev.troupe.calls.Creation;
import dev.troupe.head.ActorKey;
import dev.troupe.messages.ActorTerms;
import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import dev.troupe.objects.ActorLife;
import dev.troupe.objects.CallerId;
import dev.troupe.objects.Countdown;
import dev.troupe.objects.TaskContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/// An actor that lives in this process: its object and a queue of calls for each concurrency group.
final class HostedActor implements ActorLife {
    final ActorKey key;
    final int incarnation;
    final int restarts;
    /// As whom all that runs of it calls other actors.
    final CallerId caller = new CallerId();
    private final Creation creation;
    private final Execution execution;
    private final Executor later;
    private final Consumer<HostedActor> left;
    /// Those of the creation, then the default one.
    private final List<CallQueue> groups = new ArrayList<>();
    /// Null for an actor that holds no processors.
    private final Lending lending;
    /// Who makes the object, while somebody does, and what is to be done then. Guarded by this.
    private Thread constructor;
    private final List<Runnable> whenConstructed = new ArrayList<>(0);
    private volatile Object object;
    private volatile boolean over;

    /// @param later runs actions on another thread, soon
    /// @param left told when the actor has left by its own wish
    /// @param lending null for an actor that holds no processors
    HostedActor(Execution execution, Executor later, Consumer<HostedActor> left, ActorThreads threads, ActorKey key, int incarnation,
            int restarts, Creation creation, Lending lending) {
        this.execution = execution;
        this.later = later;
        this.left = left;
        this.key = key;
        this.incarnation = incarnation;
        this.restarts = restarts;
        this.creation = creation;
        this.lending = lending;
        creation.groups().groups().forEach(group -> groups.add(new CallQueue(this, execution, threads, group.maxConcurrency())));
        groups.add(new CallQueue(this, execution, threads, creation.maxConcurrency()));
    }

    Creation creation() {
        return creation;
    }

    @Override
    public ActorKey key() {
        return key;
    }

    @Override
    public ActorTerms terms() {
        return creation.terms();
    }

    @Override
    public int restarts() {
        return restarts;
    }

    @Override
    public CallerId caller() {
        return caller;
    }

    /// It leaves by its own wish.
    void leave() {
        left.accept(this);
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
    TaskContext begin(long task) {
        execution.begins(task, key);
        if (lending != null) {
            lending.begin();
        }
        return new TaskContext(task, this, lending);
    }

    /// What this thread began is over.
    void done() {
        if (lending != null) {
            lending.done();
        }
        execution.ends();
    }

    /// Whose method a call of this group is.
    Object object(CallQueue group) {
        return object instanceof ParallelInstances(List<Object> all) && group != groups.getLast()
                ? all.get(groups.indexOf(group))
                : object;
    }

    /// Queues a call; one for a group that does not exist fails.
    void ask(Peer caller, Message.Ask ask) {
        if (ask.group().equals(Message.Ask.BESIDE)) {
            later.execute(() -> execution.callBeside(caller, ask, this));
            return;
        }
        CallQueue group;
        try {
            group = group(ask.code().signature(), ask.group());
        } catch (RuntimeException e) {
            later.execute(() -> execution.refuse(caller, ask, e));
            return;
        }
        group.add(caller, ask);
    }

    private CallQueue group(String signature, String asked) {
        int index = creation.groups().of(signature, asked);
        return index == ConcurrencyGroups.DEFAULT ? groups.getLast() : groups.get(index);
    }

    @Override
    public boolean waitsFor(Thread thread, String signature, String group) {
        synchronized (this) {
            if (constructor == thread) {
                return true;
            }
        }
        try {
            return group(signature, group).waitsFor(thread);
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

    @Override
    public boolean isOver() {
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
