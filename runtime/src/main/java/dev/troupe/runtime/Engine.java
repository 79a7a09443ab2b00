package dev.troupe.runtime;

import dev.troupe.calls.Calls;
import dev.troupe.cluster.HeadService;
import dev.troupe.cluster.StoreService;
import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.hosting.Host;
import dev.troupe.hosting.RunningTasks;
import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import dev.troupe.messages.Peers;
import dev.troupe.messages.ThisProcess;
import dev.troupe.objects.ProcessObjects;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// The part of one process in the cluster: the objects it owns and borrows, the calls it makes, the tasks and actors it runs. Connects the three
/// and passes each the messages for it.
final class Engine implements AutoCloseable {
    private static final long TICK_MILLIS = 50;

    private final ThisProcess self;
    private final HeadService head;
    private final Peers peers;
    private final ProcessObjects objects;
    private final Calls calls;
    private final Host host;
    private final ExecutorService threads = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().inheritInheritableThreadLocals(false).name("troupe-task-", 0).factory());
    private final ScheduledExecutorService clock = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("troupe-clock").factory());
    private volatile boolean closed;

    Engine(ThisProcess self, HeadService head, Peers peers, StoreService store, RunningTasks board) {
        this.self = self;
        this.head = head;
        this.peers = peers;
        objects = new ProcessObjects(self, head, peers, store, this::later, (key, terms) -> calls().actors().handle(key, terms));
        calls = new Calls(self, head, peers, objects, this::later, System::nanoTime);
        host = new Host(self, head, objects, board, threads, this::later);
        var _ = clock.scheduleAtFixedRate(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    // A failing action does not prevent the next.
    private void tick() {
        try {
            long now = System.nanoTime();
            calls.tick(now);
            host.tick(now);
            objects.tick();
        } catch (RuntimeException | Error e) {
            System.getLogger("dev.troupe.runtime").log(Level.ERROR, "a periodic job failed; please report this", e);
        }
    }

    ThisProcess self() {
        return self;
    }

    HeadService head() {
        return head;
    }

    Peers peers() {
        return peers;
    }

    ProcessObjects objects() {
        return objects;
    }

    Calls calls() {
        return calls;
    }

    /// Runs an action soon, on another thread; at once if there are no more threads.
    void later(Runnable action) {
        if (!closed) {
            try {
                threads.execute(action);
                return;
            } catch (RejectedExecutionException e) {
                // closed in the meantime
            }
        }
        action.run();
    }

    /// A message has arrived. Must not block: it may be called on the thread that reads a link.
    void receive(Peer from, Message.ToProcess message) {
        switch (message) {
            case Message.ToHost it -> host.receive(from, it);
            case Message.ToCaller it -> calls.receive(from, it);
            case Message.ToObjects it -> objects.receive(from, it);
            case Message.FromHead it -> effect(it.effect());
        }
    }

    /// Carries out the head's effects for this process. They are ignored after it is closed.
    void effect(Effect.ToProcess effect) {
        if (closed) {
            return;
        }
        switch (effect) {
            case Effect.Granted granted -> calls.tasks().granted(granted);
            case Effect.LeaseLost lost -> calls.tasks().leaseLost(lost);
            case Effect.Recall recall -> calls.tasks().recalled(recall);
            case Effect.Wanted wanted -> calls.tasks().wanted(wanted);
            case Effect.Place place -> host.place(place);
            case Effect.RemoveActor remove -> host.remove(remove);
            case Effect.Revoke revoke -> host.revoke(revoke);
            case Effect.Waits waits -> calls.reasons().waits(waits);
            case Effect.ActorChanged changed -> {
                calls.reasons().forget(changed.actor());
                calls.actors().changed(changed);
            }
            case Effect.GroupChanged changed -> {
                calls.reasons().forget(changed.group());
                calls.groups().changed(changed);
            }
            case Effect.Refused(var _, Fact.Demand demand, String reason, var unstarted) ->
                    calls.tasks().refused(demand, reason, unstarted);
            case Effect.Refused(var _, Fact.CreateActor create, String reason, var _) ->
                    calls.actors().refused(create.spec().key(), reason);
            case Effect.Refused _ -> {
            }
        }
    }

    /// A process has died.
    void gone(Message.Gone gone) {
        gone(gone.process(), gone.node(), gone.why(), Arrays.stream(gone.ran()).boxed().collect(Collectors.toSet()));
    }

    private void gone(int process, int node, String why, Set<Long> ran) {
        calls.gone(process, why, ran);
        host.gone(process);
        objects.gone(process, node, why);
    }

    @Override
    public void close() {
        closed = true;
        clock.shutdownNow();
        objects.closeReferences();
        host.close();
        threads.shutdownNow();
        objects.close();
    }
}
