package dev.troupe.objects;

import dev.troupe.messages.Outcome;
import java.util.ArrayList;
import java.util.List;

/// An object as this process knows it: pending at first, then with an outcome, which is set once. References to the object hold this; within a
/// process the garbage collector counts them.
public final class TrackedObject {
    /// The process that owns it.
    public final int owner;
    /// Its number there.
    public final long number;
    private volatile Outcome outcome;
    /// The [Maker] while its call is in progress; afterwards its [Recipe] if it may have to be rebuilt, or the object that was rebuilt in its
    /// place, which keeps the bytes; null for others.
    private volatile Object origin;
    /// Whether the owner, another process, was told that this process refers to it, and whether it was asked for the value. Guarded by this.
    private boolean claimed;
    private boolean asked;
    /// Null, one Runnable, or a list of them. Guarded by this.
    private Object waiting;

    public TrackedObject(int owner, long number) {
        this.owner = owner;
        this.number = number;
    }

    public void madeBy(Maker by) {
        origin = by;
    }

    /// The call whose result it will be, or null.
    Maker maker() {
        return origin instanceof Maker maker ? maker : null;
    }

    /// How it can be rebuilt, or null.
    public Recipe recipe() {
        Object from = origin;
        return from instanceof Recipe recipe ? recipe : from instanceof TrackedObject again ? again.recipe() : null;
    }

    /// Its outcome; null if there is none yet.
    public Outcome outcome() {
        return outcome;
    }

    public boolean done() {
        return outcome != null;
    }

    /// The first outcome counts; returns whether this was the first.
    public boolean complete(Outcome with) {
        Object told;
        synchronized (this) {
            if (outcome != null) {
                return false;
            }
            outcome = with;
            origin = with instanceof Outcome.Stored && origin instanceof Maker maker ? maker.recipe() : null;
            told = waiting;
            waiting = null;
        }
        tell(told);
        return true;
    }

    /// Forgets a value that was lost or freed, and sets the new outcome.
    synchronized void replace(Outcome with) {
        outcome = with;
        origin = null;
    }

    /// A lost value was rebuilt.
    synchronized void rebuilt(TrackedObject again) {
        outcome = again.outcome();
        origin = again;
    }

    private static void tell(Object told) {
        if (told instanceof Runnable one) {
            one.run();
        } else if (told instanceof List<?> many) {
            many.forEach(one -> ((Runnable) one).run());
        }
    }

    /// Calls `action` when there is an outcome: now, or later on the thread that sets it. It must not block.
    public void whenDone(Runnable action) {
        synchronized (this) {
            if (outcome == null) {
                add(action);
                return;
            }
        }
        action.run();
    }

    @SuppressWarnings("unchecked")
    private void add(Runnable action) {
        if (waiting == null) {
            waiting = action;
        } else if (waiting instanceof List<?> many) {
            ((List<Runnable>) many).add(action);
        } else {
            List<Runnable> many = new ArrayList<>(4);
            many.add((Runnable) waiting);
            many.add(action);
            waiting = many;
        }
    }

    /// A thread that waited with a time limit no longer waits.
    synchronized void forget(Runnable action) {
        if (waiting == action) {
            waiting = null;
        } else if (waiting instanceof List<?> many) {
            many.remove(action);
        }
    }

    /// Returns true once: that caller must tell the owner that this process refers to it.
    synchronized boolean claim() {
        boolean first = !claimed;
        claimed = true;
        return first;
    }

    /// Returns true once: that caller must ask the owner for the value.
    synchronized boolean ask() {
        boolean first = !asked && outcome == null;
        asked = true;
        return first;
    }

    @Override
    public String toString() {
        return "object " + owner + "." + number;
    }
}
