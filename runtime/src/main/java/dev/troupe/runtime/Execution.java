package dev.troupe.runtime;

import io.ray.api.function.RayFunc;

/// Runs users' functions: arguments in, an outcome out.
final class Execution {
    private final Engine engine;

    Execution(Engine engine) {
        this.engine = engine;
    }

    /// A task, from its message to the answer.
    ///
    /// @param over called between the two
    void run(Peer submitter, Message.Run run, Context.Idling idling, Runnable over) {
        long began = System.nanoTime();
        engine.board().begin(run.number());
        Outcome outcome;
        try {
            outcome = call(new Context(engine, run.number(), null, idling), run.name(), run.code(), run.arguments(), run.refs(), null);
        } finally {
            engine.board().end();
            over.run();
        }
        engine.answer(submitter, new Message.Done(run.number(), outcome, System.nanoTime() - began));
    }

    /// @param actor whose method it is, or null
    Outcome call(Context context, String name, Code code, byte[] arguments, Outcome[] refs, Object actor) {
        Context.enter(context);
        try {
            return engine.codec().encode(invoke(code, arguments, refs, actor));
        } catch (Throwable thrown) {
            return failed(context, name, thrown);
        } finally {
            Context.leave();
        }
    }

    private Object invoke(Code code, byte[] arguments, Outcome[] refs, Object actor) throws Exception {
        Codec codec = engine.codec();
        RayFunc function = code.function(engine.functions());
        Object[] values = codec.arguments(arguments, refs);
        return actor == null ? Invoker.call(function, values) : Invoker.callOn(actor, function, values);
    }

    /// Makes the object of an actor; waits for the references among its arguments.
    Object construct(Context context, Creation creation) throws Exception {
        Context.enter(context);
        try {
            Outcome[] refs = new Outcome[creation.numbers().length];
            for (int i = 0; i < refs.length; i++) {
                Entry entry = engine.references().entry(creation.owners()[i], creation.numbers()[i]);
                engine.references().settle(new Object[]{entry});
                engine.getter().await(entry);
                refs[i] = entry.outcome();
            }
            return invoke(creation.code(), creation.arguments(), refs, null);
        } finally {
            Context.leave();
        }
    }

    private Outcome failed(Context context, String name, Throwable thrown) {
        return new Outcome.Failed(engine.threw(context.task, name, thrown));
    }
}
