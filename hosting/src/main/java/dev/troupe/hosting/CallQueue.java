package dev.troupe.hosting;

import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The calls of one concurrency group of an actor. As many run at the same time as the group allows; a group of one has one thread, so its calls
/// never overlap.
public final class CallQueue {
    private record Item(Peer caller, Message.Ask ask) {}

    private final HostedActor actor;
    private final Execution execution;
    private final ActorThreads threads;
    private final int most;
    private final Deque<Item> waiting = new ArrayDeque<>();
    private final List<ActorThreads.Server> resting = new ArrayList<>(1);
    private final Map<Long, Thread> running = new HashMap<>(2);
    private final List<Runnable> whenIdle = new ArrayList<>(0);
    private int servers;

    CallQueue(HostedActor actor, Execution execution, ActorThreads threads, int most) {
        this.actor = actor;
        this.execution = execution;
        this.threads = threads;
        this.most = most;
    }

    void add(Peer caller, Message.Ask ask) {
        ActorThreads.Server rested;
        synchronized (this) {
            if (actor.isOver()) {
                return;
            }
            waiting.add(new Item(caller, ask));
            if (!resting.isEmpty()) {
                rested = resting.removeLast();
            } else if (servers < most) {
                servers++;
                rested = null;
            } else {
                return;
            }
        }
        if (rested != null) {
            threads.wake(rested);
        } else {
            threads.serve(this);
        }
    }

    /// Runs one call; returns false if there is none, and the thread is idle from now on.
    boolean serve(ActorThreads.Server server) {
        Item item;
        List<Runnable> told = List.of();
        synchronized (this) {
            item = waiting.poll();
            if (item == null) {
                resting.add(server);
                told = toTellIfIdle(); // the calls it was to serve may have been cancelled
            } else {
                running.put(item.ask.number(), Thread.currentThread());
            }
        }
        if (item == null) {
            told.forEach(Runnable::run);
            return false;
        }
        execution.call(item.caller, item.ask, actor, this);
        finished(item);
        return true;
    }

    /// Whether an idle thread may serve others.
    synchronized boolean letGo(ActorThreads.Server server) {
        boolean rests = resting.remove(server);
        if (rests) {
            servers--;
        }
        return rests;
    }

    private void finished(Item item) {
        List<Runnable> told;
        synchronized (this) {
            running.remove(item.ask.number());
            told = toTellIfIdle();
        }
        told.forEach(Runnable::run);
    }

    private List<Runnable> toTellIfIdle() {
        if (whenIdle.isEmpty() || !running.isEmpty() || !waiting.isEmpty()) {
            return List.of();
        }
        List<Runnable> all = List.copyOf(whenIdle);
        whenIdle.clear();
        return all;
    }

    void whenIdle(Runnable action) {
        synchronized (this) {
            if (!running.isEmpty() || !waiting.isEmpty()) {
                whenIdle.add(action);
                return;
            }
        }
        action.run();
    }

    /// Whether no call begins before that thread has ended its current one.
    synchronized boolean waitsFor(Thread thread) {
        return most == 1 && running.containsValue(thread);
    }

    synchronized List<Thread> running() {
        return List.copyOf(running.values());
    }

    /// Drops waiting calls and interrupts running ones: the head notifies the callers.
    synchronized void end() {
        waiting.clear();
        running.values().forEach(Thread::interrupt);
    }

    /// A call that waits never runs, one that runs is interrupted.
    synchronized void cancel(Peer caller, long number) {
        waiting.removeIf(item -> item.caller == caller && item.ask.number() == number);
        Thread thread = running.get(number);
        if (thread != null) {
            thread.interrupt();
        }
    }
}
