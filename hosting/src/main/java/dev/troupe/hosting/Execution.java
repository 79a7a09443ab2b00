package dev.troupe.hosting;

import dev.troupe.calls.Arguments;
import dev.troupe.calls.Creation;
import dev.troupe.functions.Code;
import dev.troupe.functions.FunctionReader;
import dev.troupe.head.ActorKey;
import dev.troupe.messages.Failure;
import dev.troupe.messages.Message;
import dev.troupe.messages.Outcome;
import dev.troupe.messages.Peer;
import dev.troupe.messages.ThisProcess;
import dev.troupe.messages.Thrown;
import dev.troupe.objects.LargeValues;
import dev.troupe.objects.Mentions;
import dev.troupe.objects.ObjectCodec;
import dev.troupe.objects.ProcessObjects;
import dev.troupe.objects.TaskContext;
import dev.troupe.objects.TrackedObject;
import io.ray.api.function.RayFunc;

/// Runs user functions: turns arguments into an outcome.
final class Execution {
    private final ThisProcess self;
    private final ProcessObjects objects;
    private final ObjectCodec codec;
    private final FunctionReader functions;
    private final RunningTasks board;

    Execution(ThisProcess self, ProcessObjects objects, RunningTasks board) {
        this.self = self;
        this.objects = objects;
        this.codec = objects.codec();
        this.functions = new FunctionReader(self.loader(), self.values());
        this.board = board;
    }

    /// A call of an actor, or its construction, begins on this thread.
    void begins(long call, ActorKey actor) {
        board.begin(call, actor.number());
    }

    /// The call or construction that this thread began has ended.
    void ends() {
        board.end();
    }

    /// Runs a task, from its message to the answer.
    ///
    /// @param over called between the two
    void run(Peer submitter, Message.Run run, TaskContext.Idling idling, Runnable over) {
        long began = System.nanoTime();
        board.begin(run.number());
        Outcome outcome;
        try {
            outcome = call(new TaskContext(run.number(), null, idling), run.name(), run.code(), run.arguments(), run.refs(), null);
        } finally {
            board.end();
            over.run();
        }
        objects.answer(submitter, new Message.Done(run.number(), outcome, System.nanoTime() - began));
    }

    /// Runs an actor's call, from its message to the answer.
    void call(Peer caller, Message.Ask ask, HostedActor actor, CallQueue group) {
        long began = System.nanoTime();
        TaskContext context = actor.begin(ask.number());
        Outcome outcome;
        try {
            outcome = call(context, ask.name(), ask.code(), ask.arguments(), ask.refs(), actor.object(group));
        } finally {
            actor.done();
        }
        if (context.exits()) {
            objects.discard(outcome);
            actor.leave();
        } else {
            answer(caller, ask, outcome, began, actor);
        }
    }

    /// Runs a function that does not use the actor's object, in parallel to all calls of the actor.
    void callBeside(Peer caller, Message.Ask ask, HostedActor actor) {
        long began = System.nanoTime();
        TaskContext context = new TaskContext(ask.number(), null, null);
        answer(caller, ask, call(context, ask.name(), ask.code(), ask.arguments(), ask.refs(), null), began, actor);
    }

    private void answer(Peer caller, Message.Ask ask, Outcome outcome, long began, HostedActor actor) {
        if (actor.isOver()) {
            objects.discard(outcome);
        } else {
            objects.answer(caller, new Message.Done(ask.number(), outcome, System.nanoTime() - began));
        }
    }

    /// Answers a call that cannot run at all.
    void refuse(Peer caller, Message.Ask ask, RuntimeException why) {
        objects.answer(caller, new Message.Done(ask.number(), threw(ask.number(), ask.name(), why), 0));
    }

    /// @param actor the actor whose method it is, or null
    private Outcome call(TaskContext context, String name, Code code, byte[] arguments, Outcome[] refs, Object actor) {
        TaskContext.enter(context);
        try {
            return codec.encode(invoke(code, arguments, refs, actor));
        } catch (LargeValues.LostException e) {
            return new Outcome.Failed(new Failure.ObjectMissing(e.id, e.getMessage()));
        } catch (Throwable thrown) {
            return threw(context.task, name, thrown);
        } finally {
            TaskContext.leave();
        }
    }

    private Object invoke(Code code, byte[] arguments, Outcome[] refs, Object actor) throws Exception {
        RayFunc function;
        Object[] values;
        Mentions met = codec.begin();
        try {
            function = function(code, refs);
            values = Arguments.restore(arguments, refs, codec);
        } finally {
            codec.settle(codec.end(met));
        }
        return actor == null ? Invoker.call(function, values) : Invoker.callOn(actor, function, values);
    }

    private RayFunc function(Code code, Outcome[] refs) {
        return (RayFunc) (code.isElsewhere() ? functions.read((byte[]) codec.value(refs[refs.length - 1])) : code.function(functions));
    }

    /// Constructs the object of an actor; waits for the references among its arguments.
    Object construct(TaskContext context, HostedActor actor) throws Exception {
        Creation creation = actor.creation();
        TaskContext.enter(context);
        try {
            TrackedObject[] refs = new TrackedObject[creation.numbers().length];
            for (int i = 0; i < refs.length; i++) {
                refs[i] = objects.await(creation.owners()[i], creation.numbers()[i]);
            }
            while (true) {
                try {
                    return invoke(creation.code(), creation.arguments(), outcomes(refs), null);
                } catch (LargeValues.LostException e) {
                    for (TrackedObject ref : refs) {
                        objects.awaitAgain(ref, e);
                    }
                }
            }
        } finally {
            TaskContext.leave();
        }
    }

    private static Outcome[] outcomes(TrackedObject[] refs) {
        Outcome[] outcomes = new Outcome[refs.length];
        for (int i = 0; i < refs.length; i++) {
            outcomes[i] = refs[i].outcome();
        }
        return outcomes;
    }

    /// User code threw an exception.
    private Outcome threw(long number, String name, Throwable thrown) {
        return new Outcome.Failed(
                new Failure.TaskThrew(name, TaskContext.id(self.job(), number), self.place(), Thrown.of(thrown, codec.values())));
    }
}
