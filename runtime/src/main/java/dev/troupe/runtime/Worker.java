package dev.troupe.runtime;

import dev.troupe.head.ActorKey;
import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;

/// The hosting side of a process: tasks that others sent, and actors that live here.
final class Worker {
    /// Stands for the task that constructs an actor.
    static final long CREATION = -1;

    private record Key(int submitter, int lane) {}

    private final Engine engine;
    private final Execution execution;
    private final ExecutorService threads;
    private final ActorThreads actorThreads = new ActorThreads();
    private final Constructors constructors = new Constructors();
    private final Map<Key, RunQueue> queues = new ConcurrentHashMap<>();
    /// Of submitters that are gone.
    private final Map<Integer, Estate> estates = new ConcurrentHashMap<>();
    private final Map<ActorKey, HostedActor> actors = new ConcurrentHashMap<>();

    Worker(Engine engine, Execution execution, ExecutorService threads) {
        this.engine = engine;
        this.execution = execution;
        this.threads = threads;
    }

    void run(Peer submitter, Message.Run run) {
        queue(submitter, run.lane()).add(run);
    }

    void slots(Peer submitter, Message.Slots slots) {
        if (queue(submitter, slots.lane()).slots(slots.slots())) {
            queues.remove(new Key(submitter.process(), slots.lane()));
        }
    }

    private RunQueue queue(Peer submitter, int lane) {
        Key key = new Key(submitter.process(), lane);
        RunQueue known = queues.get(key);
        return known != null ? known : queues.computeIfAbsent(key, _ -> new RunQueue(submitter, lane, threads, execution));
    }

    void cancel(Peer submitter, long number) {
        queues.forEach((key, queue) -> {
            if (key.submitter == submitter.process()) {
                queue.cancel(number);
            }
        });
        actors.values().forEach(actor -> actor.cancel(submitter, number));
    }

    /// Constructs an actor.
    void place(Effect.Place place) {
        constructors.add(() -> construct(place));
    }

    private void construct(Effect.Place place) {
        ActorKey key = place.spec().key();
        Creation creation = Creation.decode(place.spec().creation());
        HostedActor actor = new HostedActor(engine, actorThreads, key, place.incarnation(), place.restarts(), creation);
        HostedActor earlier = actors.put(key, actor);
        if (earlier != null) {
            earlier.end();
        }
        Context context = new Context(engine, CREATION, actor, null);
        try {
            actor.ready(execution.construct(context, creation));
            engine.office().tell(context.exits() ? exited(actor) : new Fact.ActorReady(key, place.incarnation()));
        } catch (Throwable thrown) {
            actors.remove(key, actor);
            Failure failure = new Failure.ConstructorThrew(creation.terms().className(), Ids.actor(key.job().number(), key.number()),
                    engine.self().place(), Thrown.of(thrown, engine.codec().values()));
            engine.office().tell(new Fact.ActorFailed(key, place.incarnation(), "its constructor threw " + thrown,
                    FailureCodec.encode(failure)));
        }
    }

    void ask(Peer caller, Message.Ask ask) {
        HostedActor actor = actors.get(ask.actor());
        if (actor != null && actor.incarnation == ask.incarnation()) {
            actor.ask(caller, ask);
        }
        // else it is over: its callers hear of it from the head
    }

    /// An actor is to end, at once or after the calls it has.
    void remove(Effect.RemoveActor remove) {
        HostedActor actor = actors.get(remove.actor());
        if (actor == null || actor.incarnation != remove.incarnation()) {
            engine.office().tell(new Fact.ActorExited(remove.actor(), remove.incarnation(), remove.why()));
        } else if (remove.graceful()) {
            actor.whenIdle(() -> end(actor, remove.why()));
        } else {
            end(actor, remove.why());
        }
    }

    private void end(HostedActor actor, String why) {
        actors.remove(actor.key, actor);
        actor.end();
        engine.office().tell(new Fact.ActorExited(actor.key, actor.incarnation, why));
    }

    /// An actor called `exitActor`.
    void leave(HostedActor actor) {
        engine.office().tell(exited(actor));
    }

    private Fact exited(HostedActor actor) {
        actors.remove(actor.key, actor);
        actor.end();
        return new Fact.ActorExited(actor.key, actor.incarnation, "it called Ray.exitActor()");
    }

    /// Nobody waits any more for what a dead process wanted run.
    void gone(int process) {
        List<RunQueue> left = new ArrayList<>();
        queues.entrySet().removeIf(entry -> entry.getKey().submitter == process && left.add(entry.getValue()));
        if (!left.isEmpty()) {
            estates.put(process, new Estate(engine.office(), left));
        }
    }

    /// The submitter of a lease is gone: it goes back when nothing runs under it any more.
    void revoke(Effect.Revoke revoke) {
        gone(revoke.submitter().number());
        Estate estate = estates.get(revoke.submitter().number());
        if (estate == null) {
            engine.office().tell(new Fact.Return(revoke.lease()));
        } else {
            estate.revoked(revoke.lease());
        }
    }

    void tick(long now) {
        constructors.tick();
        queues.values().forEach(queue -> queue.tick(now));
        estates.values().forEach(estate -> estate.tick(now));
        estates.values().removeIf(Estate::over);
    }

    void close() {
        constructors.close();
        queues.values().forEach(queue -> queue.end(() -> {}));
        actors.values().forEach(HostedActor::end);
        actorThreads.close();
    }
}
