package dev.troupe.transfer;

import dev.troupe.link.ByteStream;
import dev.troupe.link.Endpoint;
import dev.troupe.link.StreamHandler;
import dev.troupe.store.ObjectStore;
import dev.troupe.store.Place;
import dev.troupe.store.StoreFullException;
import dev.troupe.transport.Address;
import java.io.IOException;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// Objects between the stores of nodes: serves those of this node to others, and pulls copies of theirs.
///
/// ```java
/// Transfers transfers = new Transfers(endpoint, store, nodes, TransferOptions.defaults(), System::nanoTime, new Random());
/// endpoint.onStream(256, transfers);
/// endpoint.listen(address);
///
/// Place place = transfers.pull(new ObjectName(7, id), bytes, reader);   // in the store of this node, pinned for the reader
/// MemorySegment content = store.segment(place);
/// store.unpin(place.id(), reader);
/// ```
///
/// A copy stays until its original is gone from the store of its node, which tells all nodes that pulled it, or until [#shed] makes room. The owner
/// closes the endpoint first, then this, then the store. Thread-safe.
public final class Transfers implements StreamHandler, AutoCloseable {
    private final Endpoint endpoint;
    private final ObjectStore store;
    private final Nodes nodes;
    private final TransferOptions options;
    private final LongSupplier clock;
    private final int process;
    private final Tracker tracker = new Tracker();
    private final Holdings holdings;
    private final Copies copies;
    private final Drops drops;
    private final Serving serving;
    private final Semaphore pulls;
    private final AtomicLong received = new AtomicLong();
    private volatile boolean closed;

    /// @param endpoint opens streams; its own number is the process that pins objects while they are sent
    /// @param clock nanoseconds like [System#nanoTime()], to measure how long sources take
    public Transfers(Endpoint endpoint, ObjectStore store, Nodes nodes, TransferOptions options, LongSupplier clock, Random random)
            throws IOException {
        this.endpoint = endpoint;
        this.store = store;
        this.nodes = nodes;
        this.options = options;
        this.clock = clock;
        this.process = endpoint.self().nodeId();
        this.holdings = new Holdings(store, process, options.chunk(), random);
        this.copies = new Copies(store);
        this.drops = new Drops(nodes.self(), this::open);
        this.serving = new Serving(tracker, options, random);
        this.pulls = new Semaphore(options.pulls(), true);
        store.whenGone(this::gone);
    }

    /// Pins an object in the store of this node for a process, after pulling a copy if it is not here. Callers that want the same object at the same
    /// time share one pull.
    ///
    /// @param bytes the size of the object
    /// @param process that reads it, and will unpin it
    /// @return the place of the copy, under its id in the store of this node
    /// @throws PullException if no node has it, its owner deleted it, or this store is full
    public Place pull(ObjectName name, long bytes, int process) throws IOException, InterruptedException {
        if (name.node() == nodes.self()) {
            return store.pin(name.id(), process);
        }
        while (true) {
            Optional<Place> place = pinned(copies.use(name), process);
            if (place.isEmpty()) {
                place = arrived(name, bytes, process);
            }
            if (place.isPresent()) {
                return place.get();
            }
        }
    }

    private Optional<Place> arrived(ObjectName name, long bytes, int reader) throws IOException, InterruptedException {
        Arrival mine = new Arrival();
        Arrival arrival = copies.arrival(name, mine);
        if (arrival == null || !arrival.join()) {
            return Optional.empty();
        }
        try {
            if (arrival == mine) {
                Thread.ofVirtual().name("troupe node " + nodes.self() + " pulls " + name).start(() -> bring(name, bytes, mine));
            }
            return pinned(OptionalLong.of(arrival.await()), reader);
        } finally {
            arrival.leave();
        }
    }

    /// Empty if the copy is gone.
    private Optional<Place> pinned(OptionalLong local, int reader) throws IOException {
        if (local.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(store.pin(local.getAsLong(), reader));
        } catch (NoSuchElementException gone) {
            copies.gone(local.getAsLong());
            return Optional.empty();
        }
    }

    private void bring(ObjectName name, long bytes, Arrival arrival) {
        try {
            pulls.acquire();
            try {
                pullInto(holdings.begin(name, bytes), name, bytes, arrival);
            } finally {
                pulls.release();
                holdings.sweep(name);
            }
        } catch (PullException e) {
            copies.failed(name, arrival);
            arrival.failed(e);
        } catch (StoreFullException e) {
            copies.failed(name, arrival);
            arrival.failed(new PullException(PullException.Reason.STORE_FULL,
                    "the store of node " + nodes.self() + " has no room for a copy of " + name + ": " + e.getMessage(), e));
        } catch (IOException | InterruptedException | RuntimeException e) {
            copies.failed(name, arrival);
            arrival.failed(new PullException(PullException.Reason.LOST, name + " cannot be copied to node " + nodes.self() + ": " + e, e));
        }
    }

    private void pullInto(Holdings.Begun begun, ObjectName name, long bytes, Arrival arrival) throws PullException, InterruptedException {
        Holding holding = begun.holding();
        boolean complete = false;
        try {
            Pull pull = new Pull(new Request.Fetch(name, bytes, options.chunk(), nodes.self()), holding, this::open, options, clock);
            if (closed) {
                throw closedNow(name);
            }
            arrival.begun(pull);
            pull.run();
            begun.bytes().seal();
            complete = copies.arrived(name, arrival, begun.local(), bytes);
            if (!complete) {
                store.delete(begun.local());
                throw deleted(name);
            }
            received.addAndGet(bytes);
            arrival.arrived(begun.local(), () -> {
                holding.leave();
                holdings.sweep(name);
            });
        } finally {
            if (!complete) {
                holding.giveUp();
                holding.leave();
            }
        }
    }

    /// The id of the copy of an object in the store of this node, if it was pulled completely.
    public OptionalLong copy(ObjectName name) {
        return copies.find(name);
    }

    /// Deletes copies that nobody has pinned, the least recently used first, until so many bytes are free. Returns how many were freed. Does not
    /// block, so [ObjectStore#whenCrowded] may call it.
    public long shed(long bytes) {
        return copies.shed(bytes);
    }

    /// A node is lost: it is neither named as a source any more nor told about deletions.
    public void forget(int node) {
        tracker.forget(node);
    }

    public TransferStats stats() {
        return new TransferStats(serving.sent(), received.get(), copies.size(), tracker.size());
    }

    /// Whether a stream with this request is one that [#handle] serves.
    public static boolean serves(byte[] request) {
        return request.length > 0 && request[0] == Request.MARK;
    }

    @Override
    public void handle(ByteStream stream) throws IOException {
        try {
            switch (Request.decoded(stream.request())) {
                case Request.Fetch fetch -> serve(stream, fetch);
                case Request.Drop(int node) -> drop(stream, node);
            }
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
    }

    private void serve(ByteStream stream, Request.Fetch fetch) throws IOException, InterruptedException {
        boolean original = fetch.object().node() == nodes.self();
        Talk talk = new Talk(stream);
        Optional<Holding> found = holdings.enter(fetch.object(),
                original ? OptionalLong.of(fetch.object().id()) : copies.find(fetch.object()));
        if (found.isEmpty()) {
            talk.say(nodes.self()).say(Talk.LACKS).send();
            return;
        }
        try {
            if (!found.get().fits(fetch)) {
                talk.say(nodes.self()).say(Talk.LACKS).send();
                return;
            }
            if (original) {
                tracker.joined(fetch.object().id(), fetch.puller());
            }
            talk.say(nodes.self()).say(Talk.HERE).send();
            serving.serve(stream, talk, fetch, found.get());
        } finally {
            found.get().leave();
            holdings.sweep(fetch.object());
        }
    }

    private void drop(ByteStream stream, int node) throws IOException {
        Talk talk = new Talk(stream);
        int count = talk.hear();
        for (int i = 0; i < count; i++) {
            ObjectName name = new ObjectName(node, talk.hearLong());
            copies.drop(name, deleted(name));
        }
        talk.say(count).send();
    }

    /// Called with the store's lock held.
    private void gone(long id) {
        copies.gone(id);
        drops.tell(tracker.gone(id), id);
    }

    private ByteStream open(int node, Request request) throws IOException {
        Address address = nodes.address(node).orElseThrow(() -> new NodeGoneException(node));
        return endpoint.openStream(address, request.encoded());
    }

    private PullException deleted(ObjectName name) {
        return new PullException(PullException.Reason.DELETED,
                name + " cannot be copied to node " + nodes.self() + ": node " + name.node() + " has deleted it", null);
    }

    private PullException closedNow(ObjectName name) {
        return new PullException(PullException.Reason.CLOSED, name + " cannot be copied to node " + nodes.self() + ": this node is closing",
                null);
    }

    /// Ends all pulls.
    @Override
    public void close() throws IOException {
        closed = true;
        copies.abort(new PullException(PullException.Reason.CLOSED, "node " + nodes.self() + " is closing", null));
        drops.close();
        holdings.close();
    }
}
