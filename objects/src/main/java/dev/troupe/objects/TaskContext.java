package dev.troupe.objects;

import dev.troupe.messages.ActorDiedException;
import dev.troupe.messages.Ids;
import io.ray.api.id.TaskId;

/// The task or actor call that a thread works on; threads that it starts belong to the same one.
public final class TaskContext {
    private static final InheritableThreadLocal<TaskContext> CURRENT = new InheritableThreadLocal<>();

    /// The number of the task or call.
    public final long task;
    /// The actor whose method or constructor runs, or null.
    public final ActorLife actor;
    /// The caller when this code calls actors.
    public final CallerId caller;
    /// Is notified when the task waits; null if nobody needs to know.
    private final Idling idling;
    private final Thread thread = Thread.currentThread();
    private volatile boolean exits;

    /// Releases the CPU of a waiting task.
    public interface Idling {
        void waits(boolean waits);
    }

    public TaskContext(long task, ActorLife actor, Idling idling) {
        this.task = task;
        this.actor = actor;
        this.caller = actor == null ? new CallerId() : actor.caller();
        this.idling = idling;
    }

    /// Null in a driver's own threads.
    public static TaskContext current() {
        return CURRENT.get();
    }

    public static void enter(TaskContext context) {
        CURRENT.set(context);
    }

    public static void leave() {
        CURRENT.remove();
    }

    /// Rejects threads of an actor that was ended.
    ///
    /// @throws ActorDiedException on such a thread
    public static void check() {
        TaskContext context = current();
        if (context != null && context.actor != null && context.actor.isOver() && context.isOfCurrentThread()) {
            ActorLife actor = context.actor;
            throw new ActorDiedException(Ids.actor(actor.key().job().number(), actor.key().number()),
                    actor.terms().className() + " (" + actor.key() + ") has ended: code that it still runs cannot use Ray; make it return",
                    null);
        }
    }

    /// The id of a task of this job, or of the call that the current thread runs for an actor.
    public static TaskId id(int job, long number) {
        TaskContext context = current();
        return context == null || context.actor == null || context.task != number ? Ids.task(job, number)
                : Ids.task(Ids.actor(context.actor.key().job().number(), context.actor.key().number()), number);
    }

    /// False on a thread that the task or call has started.
    public boolean isOfCurrentThread() {
        return Thread.currentThread() == thread;
    }

    /// The actor ends by its own request, even if user code catches the exception of `exitActor`.
    public void exit() {
        exits = true;
    }

    public boolean exits() {
        return exits;
    }

    /// The current thread is about to wait, or continues.
    void waits(boolean waits) {
        if (idling != null && isOfCurrentThread()) {
            idling.waits(waits);
        }
    }
}
