package dev.troupe.runtime;

/// Which task or actor call a thread works on; threads it starts belong to the same.
final class Context {
    private static final InheritableThreadLocal<Context> CURRENT = new InheritableThreadLocal<>();

    final Engine engine;
    final long task;
    /// The actor whose method or constructor runs, or null.
    final HostedActor actor;
    /// As whom it calls actors.
    final CallerId caller;
    /// Told when the task waits; null where nobody needs to know.
    private final Idling idling;
    private final Thread thread = Thread.currentThread();
    private volatile boolean exits;

    /// Gives the processor of a waiting task back meanwhile.
    interface Idling {
        void waits(boolean waits);
    }

    Context(Engine engine, long task, HostedActor actor, Idling idling) {
        this.engine = engine;
        this.task = task;
        this.actor = actor;
        this.caller = actor == null ? new CallerId() : actor.caller;
        this.idling = idling;
    }

    /// Null in a driver's own threads.
    static Context current() {
        return CURRENT.get();
    }

    static void enter(Context context) {
        CURRENT.set(context);
    }

    static void leave() {
        CURRENT.remove();
    }

    /// A thread of an actor that was ended has nothing to say any more.
    ///
    /// @throws ActorDiedException on such a thread
    static void check() {
        Context context = current();
        if (context != null && context.actor != null && context.actor.isOver() && Thread.currentThread() == context.thread) {
            HostedActor actor = context.actor;
            throw new ActorDiedException(Ids.actor(actor.key.job().number(), actor.key.number()),
                    actor.creation().terms().className() + " ("
                            + actor.key + ") has ended: what it still runs cannot use Ray; let it return",
                    null);
        }
    }

    /// The actor leaves by its own wish, also if user code catches what `exitActor` throws.
    void exit() {
        exits = true;
    }

    boolean exits() {
        return exits;
    }

    /// Whether that call can only begin when what the current thread runs has ended.
    boolean holdsUp(Call call) {
        return actor != null && call != null && call.actor != null && call.actor.key.equals(actor.key)
                && Thread.currentThread() == thread && call.ready() && actor.waitsFor(thread, call);
    }

    /// The current thread is about to wait, or goes on.
    void waits(boolean waits) {
        if (idling != null && Thread.currentThread() == thread) {
            idling.waits(waits);
        }
    }
}
