package dev.troupe.objects;

import dev.troupe.cluster.Facts;
import dev.troupe.cluster.StoreService;
import dev.troupe.head.ActorKey;
import dev.troupe.messages.ActorTerms;
import dev.troupe.messages.Failure;
import dev.troupe.messages.Message;
import dev.troupe.messages.Outcome;
import dev.troupe.messages.Peer;
import dev.troupe.messages.Peers;
import dev.troupe.messages.ThisProcess;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;

/// The objects of one process: it creates them, keeps them while they are referred to, and releases them.
public final class ProcessObjects implements Names, Results, AutoCloseable {
    private final ThisProcess self;
    private final BiFunction<ActorKey, ActorTerms, ?> handles;
    private final Reaper reaper = new Reaper();
    private final Waiters waiters = new Waiters();
    private final ObjectNumbers numbers;
    private final LargeValues large;
    private final References references;
    private final ObjectCodec codec;
    private final Rebuilder rebuilder;
    private final Getter getter;
    private final Collector collector;

    /// @param later runs actions soon, on another thread
    /// @param handles creates the handles of actors that are read in values
    public ProcessObjects(ThisProcess self, Facts head, Peers peers, StoreService store, Executor later,
            BiFunction<ActorKey, ActorTerms, ?> handles) {
        this.self = self;
        this.handles = handles;
        numbers = new ObjectNumbers(self.process());
        large = new LargeValues(store, reaper);
        references = new References(self, head, peers, reaper);
        codec = new ObjectCodec(self.values(), references, large, this);
        rebuilder = new Rebuilder(self, numbers, peers, references, later);
        getter = new Getter(self, waiters, codec, references, rebuilder, later);
        collector = new Collector(later);
    }

    public Reaper reaper() {
        return reaper;
    }

    public Waiters waiters() {
        return waiters;
    }

    public ObjectNumbers numbers() {
        return numbers;
    }

    public LargeValues large() {
        return large;
    }

    public References references() {
        return references;
    }

    public ObjectCodec codec() {
        return codec;
    }

    public Getter getter() {
        return getter;
    }

    public Collector collector() {
        return collector;
    }

    @Override
    public Object reference(int owner, long number) {
        TrackedObject object = references.object(owner, number);
        Mentions.met(object);
        return new Ref<>(object, getter);
    }

    @Override
    public Object handle(ActorKey actor, ActorTerms terms) {
        return handles.apply(actor, terms);
    }

    /// The object with that name, when it has an outcome; its owner learns of the reference before.
    public TrackedObject await(int owner, long number) {
        TrackedObject object = references.object(owner, number);
        references.settle(new Object[]{object});
        getter.await(object);
        return object;
    }

    /// Waits until an object whose bytes were lost has been rebuilt, if it was that one.
    public void awaitAgain(TrackedObject object, LargeValues.LostException lost) {
        getter.await(rebuilder.rebuild(object, lost.id, lost.getMessage()));
    }

    /// Stores a value as an object of this process.
    public TrackedObject put(Object value) {
        return put(codec.encode(value));
    }

    private TrackedObject put(Outcome outcome) {
        TrackedObject object = numbers.newObject();
        seal(outcome, self.process());
        own(object, outcome);
        object.complete(outcome);
        return object;
    }

    /// Stores a large value that is already encoded; the caller keeps the references inside it alive.
    public TrackedObject putEncoded(byte[] array, int from, int to) {
        return put(new Outcome.Stored(large.put(array, from, to), null));
    }

    private void seal(Outcome outcome, int owner) {
        if (outcome instanceof Outcome.Stored stored) {
            large.seal(stored.object(), owner);
        }
    }

    /// Discards a result that will not be used.
    public void discard(Outcome outcome) {
        if (outcome instanceof Outcome.Stored stored) {
            large.discard(stored.object());
        }
    }

    /// Frees an object, even if it is still referred to. The bytes of objects of other owners remain until their owners release them.
    public void free(TrackedObject object) {
        Outcome outcome = object.outcome();
        object.replace(references.lost(object, "it was freed"));
        if (outcome instanceof Outcome.Stored stored && object.owner == self.process()) {
            large.delete(stored.object());
        }
    }

    private void own(TrackedObject object, Outcome outcome) {
        if (outcome instanceof Outcome.Stored stored) {
            if (object.done()) {
                large.delete(stored.object());
            } else {
                large.own(stored.object(), object);
            }
        }
    }

    @Override
    public void want(TrackedObject argument) {
        references.want(argument);
    }

    @Override
    public void complete(TrackedObject object, Outcome outcome) {
        if (outcome instanceof Outcome.Failed(Failure.ObjectMissing missing) && rebuilder.runAgain(object.maker(), object, missing)) {
            return;
        }
        own(object, outcome);
        object.complete(outcome);
    }

    /// Sends a result to its owner; the references inside it are held until the receiver holds them.
    public void answer(Peer to, Message.Done done) {
        seal(done.outcome(), to.process());
        if (to.process() != self.process() && Outcome.held(done.outcome()) != null) {
            references.handsOver(to.process(), done);
        }
        to.send(done);
    }

    /// A result has arrived, and this process owns it from now on: it tells the sender when it holds the references inside, and tells the store
    /// that a large result is its own. Until then, the store may discard it if the process that wrote it dies.
    public void accept(Peer from, Message.Done done) {
        if (from.process() == self.process()) {
            return;
        }
        Object[] held = Outcome.held(done.outcome());
        if (held != null) {
            var _ = references.settleLater(held).thenRun(() -> from.send(new Message.Kept(done.number())));
        }
        if (done.outcome() instanceof Outcome.Stored stored) {
            large.take(stored.object());
        }
    }

    /// Discards a result that arrived but is not awaited any more.
    public void unwanted(Outcome outcome) {
        if (outcome instanceof Outcome.Stored stored) {
            large.delete(stored.object());
        }
    }

    /// Must not block: it may be called on the thread that reads a link.
    public void receive(Peer from, Message.ToObjects message) {
        switch (message) {
            case Message.Kept kept -> references.kept(kept.number());
            case Message.Fetch fetch -> fetch(from, fetch);
            case Message.Fetched fetched -> rebuilder.fetched(references.object(from.process(), fetched.number()), fetched.outcome());
            case Message.Borrow borrow -> references.lend(from, borrow);
            case Message.Borrowed borrowed -> references.borrowed(borrowed.request());
            case Message.Release release -> references.released(from.process(), release.number());
            case Message.Collect() -> collector.ask();
        }
    }

    private void fetch(Peer from, Message.Fetch fetch) {
        TrackedObject object = references.object(self.process(), fetch.number());
        TrackedObject again = fetch.lost() == 0 ? object : rebuilder.rebuild(object, fetch.lost(), "its bytes are gone");
        again.whenDone(() -> from.send(new Message.Fetched(fetch.number(), object.outcome())));
    }

    /// A process has died.
    ///
    /// @param node where it was
    public void gone(int process, int node, String why) {
        references.lost(process, why);
        rebuilder.lost(process);
        large.store().renounce(process, node);
    }

    /// Called periodically.
    public void tick() {
        references.tick();
    }

    /// Stops accepting messages from other processes and wakes all waiting threads.
    public void closeReferences() {
        waiters.close();
        references.close();
    }

    @Override
    public void close() {
        reaper.close();
    }
}
