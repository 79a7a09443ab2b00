package dev.troupe.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The calls of one concurrency group of an actor, and the threads that serve it: as many as it may have, started when needed and kept while
/// there is work. A group of one has one thread, so its calls never overlap.
final class CallQueue {
    private static final long KEEP_MILLIS = TimeUnit.SECONDS.toMillis(20);

    private record Item(Peer caller, Message.Ask ask) {}

    private final HostedActor actor;
    private final int most;
    private final Deque<Item> waiting = new ArrayDeque<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Map<Long, Thread> active = new HashMap<>();
    private final List<Runnable> whenIdle = new ArrayList<>();
    private int resting;
    private int busy;
    private boolean over;

    CallQueue(HostedActor actor, int most) {
        this.actor = actor;
        this.most = most;
    }

    synchronized void add(Peer caller, Message.Ask ask) {
        waiting.add(new Item(caller, ask));
        if (resting > 0) {
            notify();
        } else if (threads.size() < most) {
            Thread thread = Thread.ofPlatform().daemon().name("troupe-" + actor.key + " " + threads.size()).unstarted(this::serve);
            threads.add(thread);
            thread.start();
        }
    }

    private void serve() {
        Context.leave();
        for (Item item = next(); item != null; item = next()) {
            call(item);
            finished(item);
            Thread.interrupted();
        }
    }

    private synchronized Item next() {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(KEEP_MILLIS);
        while (waiting.isEmpty()) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (over || left <= 0) {
                threads.remove(Thread.currentThread());
                return null;
            }
            resting++;
            try {
                wait(left);
            } catch (InterruptedException ended) {
                // looks again whether it is over
            } finally {
                resting--;
            }
        }
        busy++;
        Item item = waiting.poll();
        active.put(item.ask.number(), Thread.currentThread());
        return item;
    }

    private void call(Item item) {
        Engine engine = actor.engine();
        Message.Ask ask = item.ask;
        long began = System.nanoTime();
        Context context = new Context(engine, ask.number(), actor, null);
        Outcome outcome = engine.execution().call(context, ask.name(), ask.code(), ask.arguments(), ask.refs(), actor.object(this));
        if (context.exits()) {
            engine.exited(actor);
        } else if (!actor.isOver()) {
            engine.answer(item.caller, new Message.Done(ask.number(), outcome, System.nanoTime() - began));
        }
    }

    private void finished(Item item) {
        List<Runnable> told = List.of();
        synchronized (this) {
            active.remove(item.ask.number());
            busy--;
            if (busy == 0 && waiting.isEmpty()) {
                told = List.copyOf(whenIdle);
                whenIdle.clear();
            }
        }
        told.forEach(Runnable::run);
    }

    void whenIdle(Runnable action) {
        synchronized (this) {
            if (busy > 0 || !waiting.isEmpty()) {
                whenIdle.add(action);
                return;
            }
        }
        action.run();
    }

    /// What waits is dropped, what runs is interrupted: the callers hear of it from the head.
    synchronized void end() {
        over = true;
        waiting.clear();
        threads.forEach(Thread::interrupt);
        notifyAll();
    }

    /// A call that waits never runs, one that runs is interrupted.
    synchronized void cancel(Peer caller, long number) {
        waiting.removeIf(item -> item.caller == caller && item.ask.number() == number);
        Thread running = active.get(number);
        if (running != null) {
            running.interrupt();
        }
    }
}
