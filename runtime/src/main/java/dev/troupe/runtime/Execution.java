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
        } catch (Shelf.LostException e) {
            return new Outcome.Failed(new Failure.ObjectMissing(e.id, e.getMessage()));
        } catch (Throwable thrown) {
            return failed(context, name, thrown);
        } finally {
            Context.leave();
        }
    }

    private Object invoke(Code code, byte[] arguments, Outcome[] refs, Object actor) throws Exception {
        Codec codec = engine.codec();
        RayFunc function;
        Object[] values;
        Codec.Held held = codec.begin();
        try {
            function = function(code, refs);
            values = Arguments.restore(arguments, refs, codec);
        } finally {
            codec.settle(codec.end(held));
        }
        return actor == null ? Invoker.call(function, values) : Invoker.callOn(actor, function, values);
    }

    private RayFunc function(Code code, Outcome[] refs) {
        return code.isElsewhere() ? engine.functions().read((byte[]) engine.codec().value(refs[refs.length - 1]))
                : code.function(engine.functions());
    }

    /// Makes the object of an actor; waits for the references among its arguments.
    Object construct(Context context, Creation creation) throws Exception {
        Context.enter(context);
        try {
            Entry[] refs = new Entry[creation.numbers().length];
            for (int i = 0; i < refs.length; i++) {
                refs[i] = engine.references().entry(creation.owners()[i], creation.numbers()[i]);
                engine.references().settle(new Object[]{refs[i]});
                engine.getter().await(refs[i]);
            }
            while (true) {
                try {
                    return invoke(creation.code(), creation.arguments(), outcomes(refs), null);
                } catch (Shelf.LostException e) {
                    for (Entry ref : refs) {
                        engine.getter().await(engine.rebuilder().rebuild(ref, e.id, e.getMessage()));
                    }
                }
            }
        } finally {
            Context.leave();
        }
    }

    private static Outcome[] outcomes(Entry[] refs) {
        Outcome[] outcomes = new Outcome[refs.length];
        for (int i = 0; i < refs.length; i++) {
            outcomes[i] = refs[i].outcome();
        }
        return outcomes;
    }

    private Outcome failed(Context context, String name, Throwable thrown) {
        return new Outcome.Failed(engine.threw(context.task, name, thrown));
    }
}
