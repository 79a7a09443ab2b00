package dev.troupe.node;

import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.StartFailure;
import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import dev.troupe.messages.ProcessPeers;
import dev.troupe.messages.Query;
import dev.troupe.messages.StoredObject;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// Connects the processes of a node with the head: it passes on what they tell the head and what the head tells them, starts and stops workers,
/// reports their ends, and serves the node's store.
public final class Agent implements NodeWatcher {
    /// Starts workers.
    public interface Starter {
        /// Returns at once.
        ///
        /// @throws IOException if none can be started here
        void start(Effect.StartWorker order) throws IOException;
    }

    private static final long COLLECTION_PACE = TimeUnit.SECONDS.toNanos(1);

    private final int self;
    private final int head;
    private final String ip;
    private final ProcessPeers peers;
    private final Starter starter;
    private final Consumer<Message.Measured> metrics;
    private final Membership membership;
    /// The processes of this node that are ready.
    private final Set<Integer> members = ConcurrentHashMap.newKeySet();
    private final AtomicLong nextCollection = new AtomicLong(System.nanoTime());
    private Node node;
    private StoreServer store;
    private ObjectCopies copies;

    /// @param self the number of this agent and of its node
    /// @param head the number of the process that contains the head server
    /// @param ip the node's address, for messages
    /// @param metrics receives the metrics of the processes
    /// @param membership what the head says about the node itself
    public Agent(int self, int head, String ip, ProcessPeers peers, Starter starter, Consumer<Message.Measured> metrics,
            Membership membership) {
        this.self = self;
        this.head = head;
        this.ip = ip;
        this.peers = peers;
        this.starter = starter;
        this.metrics = metrics;
        this.membership = membership;
    }

    /// To be called once, before anything else.
    ///
    /// @param from pins objects in the node's store
    /// @param threads for operations that may take longer
    public void serve(Node with, ObjectCopies from, Executor threads) {
        node = with;
        copies = from;
        store = new StoreServer(with.store(), from, threads);
        with.store().whenCrowded(this::collect);
        with.store().sweepOn(threads);
    }

    /// Reports a fact to the head.
    public void tell(Fact fact) {
        relay(self, new Message.ToHead(fact));
    }

    /// The process that contains this agent is ready, too.
    ///
    /// @param address where processes of other nodes dial it; empty if it dials them
    /// @param runsTasks whether it is a driver
    public void listens(String address, boolean runsTasks) {
        if (runsTasks) {
            members.add(self);
        }
        relay(self, new Message.Listens(address, ProcessHandle.current().pid()));
    }

    private void relay(int process, Message.ForHead message) {
        peers.send(head, new Message.Relayed(process, message));
    }

    /// Must not block: it may be called on the thread that reads a link.
    public void receive(Peer from, Message.ToAgent message) {
        switch (message) {
            case Message.FromMember it -> fromMember(from, it);
            case Message.FromServer it -> fromServer(it);
            case Message.StoredElsewhere(int process, Message.Stored stored) -> store.stored(process, stored);
            case Message.RenouncedElsewhere(int process, int dead) -> store.renounced(process, dead);
        }
    }

    private void fromMember(Peer from, Message.FromMember message) {
        switch (message) {
            case Message.Question(long request, Query.OfStore query) -> store.answer(from, request, query);
            case Message.Listens ready -> {
                members.add(from.process());
                relay(from.process(), ready);
                watch(from.process(), ready.pid());
            }
            case Message.ForHead it -> relay(from.process(), it);
            case Message.Stored it -> stored(from.process(), it);
            case Message.Renounced(int dead, int where) -> renounced(from.process(), dead, where);
            case Message.Measured measured -> metrics.accept(measured);
        }
    }

    /// A process of this node reports something about an object, which may be in the store of another node.
    public void stored(int process, Message.Stored message) {
        int where = StoredObject.node(message.id());
        if (where == self) {
            store.stored(process, message);
        } else {
            peers.send(where, new Message.StoredElsewhere(process, message));
        }
    }

    /// A process of this node accepts nothing from a dead process any more.
    public void renounced(int process, int dead, int where) {
        if (where == self) {
            store.renounced(process, dead);
        } else {
            peers.send(where, new Message.RenouncedElsewhere(process, dead));
        }
    }

    private void fromServer(Message.FromServer message) {
        switch (message) {
            case Message.Deliver(int process, Message delivered) -> peers.send(process, delivered);
            case Message.DeliverToAll(Message.ToMember delivered) -> {
                if (delivered instanceof Message.Gone gone) {
                    gone(gone);
                }
                members.forEach(member -> peers.send(member, delivered));
            }
            case Message.Order(Effect.StartWorker start) -> start(start);
            case Message.Order(Effect.StopWorker stop) -> stop(stop);
            case Message.Beaten(long number) -> membership.beaten(number);
            case Message.Leave(String why) -> membership.leave(why);
        }
    }

    private void gone(Message.Gone gone) {
        members.remove(gone.process());
        peers.forget(gone.process(), gone.why());
        if (gone.process() == gone.node()) {
            copies.forget(gone.node());
        }
        node.store().releaseAll(gone.process());
    }

    private void start(Effect.StartWorker start) {
        try {
            starter.start(start);
        } catch (IOException e) {
            failed(start.process(), "this process cannot listen for workers: " + e.getMessage(), StartFailure.SETTINGS);
        }
    }

    // A driver that others cannot reach is no worker of this node, but ends for them all the same.
    private void stop(Effect.StopWorker stop) {
        if (stop.force()) {
            lost(stop.process().number(), stop.why());
        } else {
            node.stop(stop.process(), false);
        }
    }

    private void collect() {
        long now = System.nanoTime();
        long due = nextCollection.get();
        if (now - due >= 0 && nextCollection.compareAndSet(due, now + COLLECTION_PACE)) {
            copies.shed();
            members.forEach(member -> peers.send(member, new Message.Collect()));
        }
    }

    // Workers are children of this process, and in a rehearsal this process itself; the ends of others are noticed here.
    private void watch(int process, long pid) {
        if (!node.runs(new ProcessKey(process)) && pid != ProcessHandle.current().pid()) {
            ProcessHandle.of(pid).ifPresent(found -> {
                var _ = found.onExit().thenRun(() -> lost(process, "its process " + pid + " has ended"));
            });
        }
    }

    /// A process of this node no longer answers: a worker that cannot be reached is useless, even if it still runs.
    public void lost(int process, String why) {
        if (node.runs(new ProcessKey(process))) {
            node.stop(new ProcessKey(process), true);
        } else if (members.remove(process)) {
            peers.forget(process, why);
            tell(new Fact.ProcessLost(new ProcessKey(process), "on " + ip + ", " + why, Set.of()));
        }
    }

    @Override
    public void started(ProcessKey process, long pid) {}

    @Override
    public void failed(ProcessKey process, String why, StartFailure cause) {
        tell(new Fact.WorkerFailed(process, why, cause));
    }

    @Override
    public void ended(ProcessKey process, HowItEnded how) {
        String why = "on " + ip + ", " + how.text();
        members.remove(process.number());
        peers.forget(process.number(), why);
        tell(new Fact.ProcessLost(process, why, how.ran()));
    }
}
