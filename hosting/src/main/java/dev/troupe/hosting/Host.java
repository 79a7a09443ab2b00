package dev.troupe.hosting;

import dev.troupe.calls.Creation;
import dev.troupe.cluster.Facts;
import dev.troupe.head.ActorKey;
import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.head.Resources;
import dev.troupe.messages.Failure;
import dev.troupe.messages.FailureCodec;
import dev.troupe.messages.Ids;
import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import dev.troupe.messages.ThisProcess;
import dev.troupe.messages.Thrown;
import dev.troupe.objects.ProcessObjects;
import dev.troupe.objects.TaskContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/// The hosting side of a process: tasks that others sent, and actors that live here.
public final class Host {
    /// Stands for the task that constructs an actor.
    static final long CREATION = -1;

    private record Key(int submitter, int lane) {}

    private final ThisProcess self;
    private final Facts head;
    private final Execution execution;
    private final Executor later;
    private final Executor threads;
    private final ActorThreads actorThreads = new ActorThreads();
    private final Constructors constructors = new Constructors();
    private final Endings endings;
    private final Map<Key, RunQueue> queues = new ConcurrentHashMap<>();
    /// Tasks of submitters that have died.
    private final Map<Integer, OrphanedTasks> estates = new ConcurrentHashMap<>();
    private final Map<ActorKey, HostedActor> actors = new ConcurrentHashMap<>();

    /// @param board where running tasks are recorded
    /// @param threads run the tasks
    /// @param later runs other actions soon
    public Host(ThisProcess self, Facts head, ProcessObjects objects, RunningTasks board, Executor threads, Executor later) {
        this.self = self;
        this.head = head;
        this.execution = new Execution(self, objects, board);
        this.endings = new Endings(head);
        this.threads = threads;
        this.later = later;
    }

    /// Must not block: it may be called on the thread that reads a link.
    public void receive(Peer from, Message.ToHost message) {
        switch (message) {
            case Message.Run run -> queue(from, run.lane()).add(run);
            case Message.Ask ask -> ask(from, ask);
            case Message.Slots slots -> slots(from, slots);
            case Message.Cancel cancel -> cancel(from, cancel.number());
        }
    }

    private void slots(Peer submitter, Message.Slots slots) {
        if (queue(submitter, slots.lane()).slots(slots.slots())) {
            queues.remove(new Key(submitter.process(), slots.lane()));
        }
    }

    private RunQueue queue(Peer submitter, int lane) {
        Key key = new Key(submitter.process(), lane);
        RunQueue known = queues.get(key);
        return known != null ? known : queues.computeIfAbsent(key, _ -> new RunQueue(submitter, lane, threads, execution));
    }

    private void cancel(Peer submitter, long number) {
        queues.forEach((key, queue) -> {
            if (key.submitter == submitter.process()) {
                queue.cancel(number);
            }
        });
        actors.values().forEach(actor -> actor.cancel(submitter, number));
    }

    /// Constructs an actor.
    public void place(Effect.Place place) {
        ActorKey key = place.spec().key();
        boolean lends = place.spec().resources().amount(Resources.CPU) > 0;
        HostedActor actor = new HostedActor(execution, later, this::leave, actorThreads, key, place.incarnation(), place.restarts(),
                Creation.decode(place.spec().creation()), lends ? new Lending(head, key, place.incarnation()) : null);
        HostedActor earlier = actors.put(key, actor);
        if (earlier != null) {
            endings.begin(earlier, "it was restarted");
        }
        constructors.add(() -> construct(actor));
    }

    private void construct(HostedActor actor) {
        if (!actor.construct()) {
            return;
        }
        TaskContext context = actor.begin(CREATION);
        try {
            actor.ready(execution.construct(context, actor));
            constructed(actor, context.exits() ? null : new Fact.ActorReady(actor.key, actor.incarnation));
        } catch (Throwable thrown) {
            constructed(actor, context.exits() ? null : failed(actor, thrown));
        } finally {
            actor.done();
            actor.constructed();
        }
    }

    /// @param news null if it exited
    private void constructed(HostedActor actor, Fact news) {
        if (news == null) {
            leave(actor);
        } else if (!actor.isOver()) {
            head.tell(news);
        }
    }

    private Fact failed(HostedActor actor, Throwable thrown) {
        actors.remove(actor.key, actor);
        Failure failure = new Failure.ConstructorThrew(actor.creation().terms().className(),
                Ids.actor(actor.key.job().number(), actor.key.number()), self.place(),
                Thrown.of(thrown, self.values()));
        return new Fact.ActorFailed(actor.key, actor.incarnation, "its constructor threw " + thrown, FailureCodec.encode(failure));
    }

    private void ask(Peer caller, Message.Ask ask) {
        HostedActor actor = actors.get(ask.actor());
        if (actor != null && actor.incarnation == ask.incarnation()) {
            actor.ask(caller, ask);
        }
        // otherwise it has ended, and the head notifies its callers
    }

    /// Ends an actor, at once or after the calls it has.
    public void remove(Effect.RemoveActor remove) {
        HostedActor actor = actors.get(remove.actor());
        if (actor != null && actor.incarnation == remove.incarnation()) {
            if (remove.graceful()) {
                actor.whenIdle(() -> end(actor, remove.why()));
            } else {
                end(actor, remove.why());
            }
        } else if (!endings.contains(remove.actor(), remove.incarnation())) {
            head.tell(new Fact.ActorExited(remove.actor(), remove.incarnation(), remove.why()));
        }
    }

    private void end(HostedActor actor, String why) {
        endings.begin(actor, why);
        actors.remove(actor.key, actor);
    }

    /// An actor called `exitActor`.
    private void leave(HostedActor actor) {
        end(actor, "it called Ray.exitActor()");
    }

    /// Ends the tasks of a dead process.
    public void gone(int process) {
        List<RunQueue> left = new ArrayList<>();
        queues.entrySet().removeIf(entry -> entry.getKey().submitter == process && left.add(entry.getValue()));
        if (!left.isEmpty()) {
            estates.put(process, new OrphanedTasks(head, left));
        }
    }

    /// The submitter of a lease has died: the lease is returned when no task runs under it any more.
    public void revoke(Effect.Revoke revoke) {
        gone(revoke.submitter().number());
        OrphanedTasks estate = estates.get(revoke.submitter().number());
        if (estate == null) {
            head.tell(new Fact.Return(revoke.lease()));
        } else {
            estate.revoked(revoke.lease());
        }
    }

    public void tick(long now) {
        constructors.tick();
        endings.tick(now);
        queues.values().forEach(queue -> queue.tick(now));
        estates.values().forEach(estate -> estate.tick(now));
        estates.values().removeIf(OrphanedTasks::over);
    }

    public void close() {
        constructors.close();
        queues.values().forEach(queue -> queue.end(() -> {}));
        actors.values().forEach(HostedActor::end);
        actorThreads.close();
    }
}
