package dev.troupe.runtime;

import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import io.ray.api.id.TaskId;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/// One process's part in the cluster: the objects it owns, the calls it makes ([Submitter], [Actors]), the tasks and actors it runs
/// ([Worker]).
final class Engine implements Home, AutoCloseable {
    private static final long TICK_MILLIS = 50;

    private final Self self;
    private final Office office;
    private final Peers peers;
    private final RunningTasks board;
    private final Reaper reaper = new Reaper();
    private final Codec codec;
    private final Shelf shelf;
    private final FunctionReader functions;
    private final References references;
    private final Actors actors;
    private final Submitter submitter = new Submitter(this, System::nanoTime);
    private final Waiters waiters = new Waiters();
    private final Getter getter = new Getter(this);
    private final Execution execution = new Execution(this);
    private final Groups groups = new Groups(this);
    private final Reasons reasons = new Reasons();
    private final Worker worker;
    private final ExecutorService threads = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().inheritInheritableThreadLocals(false).name("troupe-task-", 0).factory());
    private final ScheduledExecutorService clock = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("troupe-clock").factory());
    private final Rebuilder rebuilder = new Rebuilder(this);
    private final Collector collector = new Collector(this);
    private final AtomicLong numbers = new AtomicLong();
    private volatile boolean closed;

    Engine(Self self, Office office, Peers peers, Space space, RunningTasks board) {
        this.self = self;
        this.office = office;
        this.peers = peers;
        this.board = board;
        this.references = new References(this, reaper);
        this.actors = new Actors(this, reaper);
        this.shelf = new Shelf(space, reaper);
        this.codec = new Codec(self.values(), references, shelf);
        this.functions = new FunctionReader(self.loader(), self.values());
        this.worker = new Worker(this, execution, threads);
        var _ = clock.scheduleAtFixedRate(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    // One that fails does not keep the next from happening.
    private void tick() {
        try {
            long now = System.nanoTime();
            submitter.tick(now);
            worker.tick(now);
            references.tick();
        } catch (RuntimeException | Error e) {
            System.getLogger("dev.troupe.runtime").log(Level.ERROR, "what is done every now and then failed; please report this", e);
        }
    }

    @Override
    public Self self() {
        return self;
    }

    @Override
    public Office office() {
        return office;
    }

    Codec codec() {
        return codec;
    }

    FunctionReader functions() {
        return functions;
    }

    Shelf shelf() {
        return shelf;
    }

    References references() {
        return references;
    }

    Actors actors() {
        return actors;
    }

    Submitter submitter() {
        return submitter;
    }

    Waiters waiters() {
        return waiters;
    }

    @Override
    public void checkOpen() {
        waiters.check();
    }

    Getter getter() {
        return getter;
    }

    Execution execution() {
        return execution;
    }

    Groups groups() {
        return groups;
    }

    Rebuilder rebuilder() {
        return rebuilder;
    }

    Collector collector() {
        return collector;
    }

    RunningTasks board() {
        return board;
    }

    /// A new object of this process.
    Entry newEntry() {
        return new Entry(self.process(), newNumber());
    }

    /// A number that nothing else in the cluster has.
    long newNumber() {
        return ((long) self.process() << 40) | numbers.incrementAndGet();
    }

    /// Stores a value as an object of this process.
    Entry put(Object value) {
        return put(codec.encode(value));
    }

    private Entry put(Outcome outcome) {
        Entry entry = newEntry();
        seal(outcome, self.process());
        own(entry, outcome);
        entry.complete(outcome);
        return entry;
    }

    /// Stores a large value that is encoded already; the caller keeps what is inside it.
    Entry putEncoded(byte[] array, int from, int to) {
        return put(new Outcome.Stored(shelf.put(array, from, to), null));
    }

    private void seal(Outcome outcome, int owner) {
        if (outcome instanceof Outcome.Stored stored) {
            shelf.seal(stored.object(), owner);
        }
    }

    /// Nobody gets to see a result.
    void discard(Outcome outcome) {
        if (outcome instanceof Outcome.Stored stored) {
            shelf.discard(stored.object());
        }
    }

    /// Nobody wants an object any more, whoever refers to it. The bytes of others' stay until their owners let go of them.
    void free(Entry entry) {
        Outcome outcome = entry.outcome();
        entry.replace(references.lost(entry, "it was freed"));
        if (outcome instanceof Outcome.Stored stored && entry.owner == self.process()) {
            shelf.delete(stored.object());
        }
    }

    private void own(Entry entry, Outcome outcome) {
        if (outcome instanceof Outcome.Stored stored) {
            if (entry.done()) {
                shelf.delete(stored.object());
            } else {
                shelf.own(stored.object(), entry);
            }
        }
    }

    /// An object of ours has an outcome; of several the first counts.
    @Override
    public void complete(Entry entry, Outcome outcome) {
        if (outcome instanceof Outcome.Failed(Failure.ObjectMissing missing) && rebuilder.runAgain(entry.call(), missing)) {
            return;
        }
        own(entry, outcome);
        entry.complete(outcome);
    }

    @Override
    public Reasons reasons() {
        return reasons;
    }

    /// Why a call of this process has no outcome yet, as the end of a sentence.
    String whyItWaits(Call call) {
        return reasons.of(call, submitter.sent(call) || actors.sent(call));
    }

    /// User code threw.
    Failure threw(long number, String name, Throwable thrown) {
        return new Failure.TaskThrew(name, taskId(number), self.place(), Thrown.of(thrown, codec.values()));
    }

    /// The id of a task, or of the call that this thread runs for an actor.
    TaskId taskId(long number) {
        Context context = Context.current();
        return context == null || context.actor == null || context.task != number ? Ids.task(self.job(), number)
                : Ids.task(Ids.actor(context.actor.key.job().number(), context.actor.key.number()), number);
    }

    /// Ends a call wherever it is; false when it is over already.
    boolean cancel(Entry entry) {
        Call call = entry.call();
        if (call == null || closed || !entry.complete(new Outcome.Failed(new Failure.Other(call.name + " was cancelled")))) {
            return false;
        }
        if (call.actor != null) {
            call.actor.cancel(call);
        } else if (call.shape != null) {
            submitter.cancel(call);
        }
        return true;
    }

    /// One of the references among the arguments is a failure: so is the call, without having been made.
    @Override
    public void failArgument(Call call) {
        Failure why = Failure.ofArgument(call.name, Ids.task(self.job(), call.number()), self.place(), call.failedArgument().failure());
        later(() -> call.fail(why)); // what waits for it may be many calls, one after the other
    }

    /// Somebody here waits for the object: its owner is asked, once.
    @Override
    public void want(Entry entry) {
        if (entry.owner != self.process() && entry.ask() && !sendIfThere(entry.owner, new Message.Fetch(entry.number, 0))) {
            entry.complete(references.lost(entry, "the process that owned it is gone"));
        }
    }

    @Override
    public Peer peer(int process) {
        return peers.of(process);
    }

    boolean sendIfThere(int process, Message message) {
        Peer peer = peers.of(process);
        if (peer != null) {
            peer.send(message);
        }
        return peer != null;
    }

    /// Sends a result, which is meant for the receiver; what is inside it is held until the receiver does so.
    void answer(Peer to, Message.Done done) {
        seal(done.outcome(), to.process());
        if (to.process() != self.process() && Outcome.held(done.outcome()) != null) {
            references.handsOver(to.process(), done);
        }
        to.send(done);
    }

    // A result came from another process: whoever made it holds what is inside until we do.
    private void keep(Peer from, Message.Done done) {
        Object[] held = from.process() == self.process() ? null : Outcome.held(done.outcome());
        if (held != null) {
            var _ = references.settleLater(held).thenRun(() -> from.send(new Message.Kept(done.number())));
        }
    }

    // Until we say so, what a dying process wrote for us might be something we never hear of.
    private void take(Peer from, Outcome outcome) {
        if (from.process() != self.process() && outcome instanceof Outcome.Stored stored) {
            shelf.take(stored.object());
        }
    }

    /// On another thread, soon; at once when there are no more threads.
    @Override
    public void later(Runnable action) {
        if (!closed) {
            try {
                threads.execute(action);
                return;
            } catch (RejectedExecutionException e) {
                // closed meanwhile
            }
        }
        action.run();
    }

    void exited(HostedActor actor) {
        worker.leave(actor);
    }

    /// A message came. Must not block: it may be the thread that reads a link.
    void receive(Peer from, Message message) {
        switch (message) {
            case Message.Run run -> worker.run(from, run);
            case Message.Slots slots -> worker.slots(from, slots);
            case Message.Ask ask -> worker.ask(from, ask);
            case Message.Done done -> {
                keep(from, done);
                take(from, done.outcome());
                if (!submitter.done(done) && !actors.done(done) && done.outcome() instanceof Outcome.Stored unwanted) {
                    shelf.delete(unwanted.object());
                }
            }
            case Message.Kept kept -> references.kept(kept.number());
            case Message.Idle idle -> submitter.idle(from, idle);
            case Message.Cancel cancel -> worker.cancel(from, cancel.number());
            case Message.Fetch fetch -> fetch(from, fetch);
            case Message.Fetched fetched -> rebuilder.fetched(references.entry(from.process(), fetched.number()), fetched.outcome());
            case Message.Borrow borrow -> references.lend(from, borrow);
            case Message.Borrowed borrowed -> references.borrowed(borrowed.request());
            case Message.Release release -> references.released(from.process(), release.number());
            case Message.Collect() -> collector.ask();
            case Message.FromHead fromHead -> effect(fromHead.effect());
            case Message.Gone gone ->
                    gone(gone.process(), gone.why(), Arrays.stream(gone.ran()).boxed().collect(Collectors.toSet()));
            case Message.ToHead _,Message.Stored _,Message.Renounced _,Message.Question _,Message.Answer _,Message.Unreachable _ ->
                    throw new IllegalArgumentException("not for an engine: " + message);
        }
    }

    private void fetch(Peer from, Message.Fetch fetch) {
        Entry entry = references.entry(self.process(), fetch.number());
        Entry again = fetch.lost() == 0 ? entry : rebuilder.rebuild(entry, fetch.lost(), "its bytes are gone");
        again.whenDone(() -> from.send(new Message.Fetched(fetch.number(), entry.outcome())));
    }

    /// What the head wants of this process. Nothing is wanted any more once it is closed.
    void effect(Effect effect) {
        if (closed) {
            return;
        }
        switch (effect) {
            case Effect.Granted granted -> submitter.granted(granted);
            case Effect.LeaseLost lost -> submitter.leaseLost(lost);
            case Effect.Wanted wanted -> submitter.wanted(wanted);
            case Effect.Place place -> worker.place(place);
            case Effect.RemoveActor remove -> worker.remove(remove);
            case Effect.ActorChanged changed -> {
                reasons.forget(changed.actor());
                actors.changed(changed);
            }
            case Effect.Waits waits -> reasons.waits(waits);
            case Effect.Revoke revoke -> worker.revoke(revoke);
            case Effect.Refused(var _, Fact.Demand demand, String reason, var unstarted) ->
                    submitter.refused(demand, reason, unstarted);
            case Effect.GroupChanged changed -> {
                reasons.forget(changed.group());
                groups.changed(changed);
            }
            case Effect.Refused(var _, Fact.CreateActor create, String reason, var _) -> actors.refused(create.spec().key(), reason);
            case Effect.Refused _ -> {
            }
            case Effect.StartWorker _,Effect.StopWorker _ -> throw new IllegalArgumentException("not for an engine: " + effect);
        }
    }

    /// A process is gone.
    void gone(int process, String why, Set<Long> ran) {
        actors.gone(process, ran);
        submitter.gone(process, why, ran);
        worker.gone(process);
        references.lost(process, why);
        rebuilder.lost(process);
        shelf.space().renounce(process);
    }

    /// There is room on the way to a process again.
    void room() {
        submitter.room();
        actors.room();
    }

    @Override
    public void close() {
        closed = true;
        clock.shutdownNow();
        waiters.close();
        references.close();
        worker.close();
        threads.shutdownNow();
        reaper.close();
    }
}
