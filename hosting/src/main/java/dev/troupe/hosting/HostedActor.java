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

/// An actor in this process: its object and a queue of calls for each concurrency group.
final class HostedActor implements ActorLife {
    final ActorKey key;
    final int incarnation;
    final int restarts;
    /// The caller id of all code of the actor when it calls other actors.
    final CallerId caller = new CallerId();
    private final Creation creation;
    private final Execution execution;
    private final Executor later;
    private final Consumer<HostedActor> left;
    /// The groups of its creation, then the default one.
    private final List<CallQueue> groups = new ArrayList<>();
    /// Null for an actor that holds no CPUs.
    private final Lending lending;
    /// The thread that constructs the object, if any, and the actions that follow. Guarded by this.
    private Thread constructor;
    private final List<Runnable> whenConstructed = new ArrayList<>(0);
    private volatile Object object;
    private volatile boolean over;

    /// @param later runs actions soon, on another thread
    /// @param left called when the actor has exited by its own request
    /// @param lending null for an actor that holds no CPUs
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

    /// It exits by its own request.
    void leave() {
        left.accept(this);
    }

    /// The current thread is about to construct its object; returns false if that is no longer wanted.
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

    /// The thread that constructed its object, or failed to, is done.
    void constructed() {
        List<Runnable> told;
        synchronized (this) {
            constructor = null;
            Thread.interrupted(); // the thread continues with other work
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

    /// The call or construction that this thread began has ended.
    void done() {
        if (lending != null) {
            lending.done();
        }
        execution.ends();
    }

    /// The object for calls of this group.
    Object object(CallQueue group) {
        return object instanceof ParallelInstances(List<Object> all) && group != groups.getLast()
                ? all.get(groups.indexOf(group))
                : object;
    }

    /// Queues a call; a call for a group that does not exist fails.
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

    /// Ends it at once: interrupts running calls, drops waiting ones, and ignores everything it still sends.
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

    /// It has ended, and none of its code runs any more: idle threads may keep this object for a while, but not the user's object.
    void forget() {
        object = null;
    }

    void cancel(Peer caller, long number) {
        groups.forEach(group -> group.cancel(caller, number));
    }

    /// Calls `done` when its constructor and all calls it has so far have ended.
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
