package dev.troupe.calls;

import dev.troupe.cluster.HeadService;
import dev.troupe.messages.HeldCodec;
import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import dev.troupe.messages.Peers;
import dev.troupe.messages.ThisProcess;
import dev.troupe.objects.ProcessObjects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/// The calls that one process makes.
public final class Calls {
    private final ProcessObjects objects;
    private final SentCalls sent;
    private final Reasons reasons = new Reasons();
    private final TaskSubmitter tasks;
    private final Actors actors;
    private final PlacementGroups groups;
    private final HeldNames names;

    /// @param later runs actions soon, on another thread
    /// @param clock in nanoseconds
    public Calls(ThisProcess self, HeadService head, Peers peers, ProcessObjects objects, Executor later, LongSupplier clock) {
        this.objects = objects;
        sent = new SentCalls(later);
        CallFailures failures = new CallFailures(self, later);
        tasks = new TaskSubmitter(new Leases(self.process(), head, reasons), sent, peers, objects, failures, reasons, clock);
        actors = new Actors(self, head, (key, terms, idle) -> new ActorClient(key, terms, peers, objects, failures, reasons, sent, idle),
                objects.waiters(), objects.reaper(), later);
        groups = new PlacementGroups(self, head, objects.numbers(), objects.waiters());
        names = new HeldNames(objects.references(), actors);
    }

    public TaskSubmitter tasks() {
        return tasks;
    }

    public Actors actors() {
        return actors;
    }

    public PlacementGroups groups() {
        return groups;
    }

    /// Why work of this process waits.
    public Reasons reasons() {
        return reasons;
    }

    /// For the message codecs.
    public HeldCodec names() {
        return names;
    }

    /// Must not block: it may be called on the thread that reads a link.
    public void receive(Peer from, Message.ToCaller message) {
        switch (message) {
            case Message.Done done -> {
                objects.accept(from, done);
                if (!sent.done(done)) {
                    objects.unwanted(done.outcome());
                }
            }
            case Message.Idle idle -> tasks.idle(from, idle);
        }
    }

    /// A process has died.
    ///
    /// @param ran the numbers of the tasks and calls that ran in it
    public void gone(int process, String why, Set<Long> ran) {
        actors.gone(process, ran);
        tasks.gone(process, why, ran);
    }

    /// There is room again for messages to a process.
    public void room() {
        tasks.room();
        actors.room();
    }

    /// Called periodically.
    public void tick(long now) {
        tasks.tick(now);
    }
}
