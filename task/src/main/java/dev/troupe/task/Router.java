package dev.troupe.task;

import dev.troupe.task.Interest.Announcement;
import dev.troupe.values.Output;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// The place of this process among its peers: its node id, and the connections to the others.
///
/// ```java
/// if (task.router().nodeId() == 0) {
///     task.on("greeting", (String text) -> IO.println("Get msg: " + text));
/// }
/// ```
///
/// A process started by [Parallel] or `ditask` is linked to others; any other is alone, as node 0.
public abstract class Router {
    /// A local event: a peer's process died, left while its task was open, or was unreachable for too long. Its arguments are the node id
    /// (`Integer`) and the reason (`String`).
    public static final String PEER_LOST = "peer lost";
    /// A local event: a peer closed its task and then ended normally. Its argument is the node id (`Integer`).
    public static final String PEER_LEFT = "peer left";
    /// A local event: a new peer has joined, or one has returned. Its argument is the node id (`Integer`). For one peer it comes after the previous
    /// loss, and every peer that joined is lost or leaves at most once.
    public static final String PEER_JOINED = "peer joined";

    private static volatile Router ofThisProcess;

    private final EventCodec codec;
    private final Dispatcher dispatcher;
    /// For the threads that receive newest values, one per link; guarded by itself.
    private final EventCodec.Reader heads;

    /// Only the module `parallel` extends this class.
    ///
    /// @param loader finds the classes of the objects that peers send
    protected Router(ClassLoader loader) {
        codec = new EventCodec(loader);
        dispatcher = new Dispatcher(codec);
        heads = codec.reader();
    }

    /// The router that the worker process was started with, else a new one without peers.
    public static Router current() {
        Router router = ofThisProcess;
        return router != null ? router : new Alone();
    }

    /// The tasks of this process use that router from now on.
    protected static void setCurrent(Router router) {
        ofThisProcess = router;
    }

    /// The number of this process among its peers.
    public abstract int nodeId();

    /// Whether this process was started as one of several that may be linked. A single worker that attaches to no other process, and has no ports,
    /// node ids or labels, is standalone: it does not wait for peers, and its context and model exchanges do nothing.
    public abstract boolean distributed();

    /// The labels that the launcher gave to this process.
    public abstract Set<String> labels();

    /// The node ids of the processes that are linked now.
    public abstract Set<Integer> peers();

    /// The number of processes, including this one: those that one command or platform started together, and all others that are linked now. A
    /// process that was started together with this one still counts after it has died, so that work can be divided by this number:
    ///
    /// ```java
    /// Router here = task.router();
    /// for (int i = here.nodeId(); i < files.size(); i += here.size()) {
    ///     read(files.get(i));
    /// }
    /// ```
    public final int size() {
        Set<Integer> all = new HashSet<>(planned());
        all.addAll(peers());
        all.add(nodeId());
        return all.size();
    }

    /// Counters of the events so far.
    public abstract RouterStats stats();

    // Operations of a router with peers, for its tasks

    /// The node ids of all processes that were started together, including this one.
    protected Set<Integer> planned() {
        return Set.of();
    }

    /// Waits until every expected peer is linked.
    ///
    /// @return the number of the task to open: peers deliver its events to their task of the same number
    protected abstract int gather();

    /// Sends an event to every peer that listens to it.
    protected abstract void send(int task, Delivery delivery, String event, Object[] arguments);

    /// Tells the peers which events this process listens to from now on.
    protected abstract void announce(Announcement news);

    /// Sends the last messages of a closing task to the peers.
    protected void leave(Runnable words) {
        words.run();
    }

    final Events open(ErrorPolicy policy, Consumer<TaskFailedException> onFailure) {
        return Events.open(this, dispatcher, gather(), policy, onFailure);
    }

    final Dispatcher dispatcher() {
        return dispatcher;
    }

    /// The task is closed and sends nothing more.
    void closed(Events events) {
        dispatcher.leave(events);
    }

    // Operations of a router with peers, for the listeners

    /// Writes an event into the buffer of this thread, where it stays until the next one is written.
    protected final Output encode(int task, String event, Object[] arguments) {
        return codec.encode(task, event, arguments);
    }

    /// An event has arrived; the listener thread will decode it.
    protected final void arrived(Sender from, byte[] message) {
        dispatcher.add(new Queued.Remote(from, message));
    }

    /// The newest value of an event has arrived; an older one that still waits for its listener is dropped.
    protected final void arrivedLatest(Sender from, byte[] message) {
        dispatcher.addLatest(from.slot(eventOf(message)), message);
    }

    private String eventOf(byte[] message) {
        synchronized (heads) {
            heads.open(message);
            return heads.event();
        }
    }

    /// Notifies the listeners of [#PEER_JOINED].
    protected final void tellJoined(int node) {
        dispatcher.add(Queued.News.joined(node));
    }

    /// Notifies the listeners of [#PEER_LOST].
    protected final void tellLost(int node, String reason) {
        dispatcher.add(Queued.News.lost(node, reason));
    }

    /// Notifies the listeners of [#PEER_LEFT].
    protected final void tellLeft(int node) {
        dispatcher.add(Queued.News.left(node));
    }

    /// The events that the open task listens to; none if no task is open.
    protected final Optional<Interest> interest() {
        return Optional.ofNullable(dispatcher.current()).map(Events::interest);
    }

    /// Called every second.
    protected final void tick() {
        dispatcher.tick();
    }

    /// The number of events from peers that were delivered to a listener.
    protected final long received() {
        return dispatcher.received();
    }

    /// The number of values that were replaced by a newer one before a listener saw them.
    protected final long replaced() {
        return dispatcher.dropped();
    }

    /// Ends the listener thread.
    protected final void stopListeners() {
        dispatcher.close();
    }

    /// The router of a process without peers.
    private static final class Alone extends Router {
        Alone() {
            super(null);
        }

        @Override
        public int nodeId() {
            return 0;
        }

        @Override
        public boolean distributed() {
            return false;
        }

        @Override
        public Set<String> labels() {
            return Set.of();
        }

        @Override
        public Set<Integer> peers() {
            return Set.of();
        }

        @Override
        public RouterStats stats() {
            return new RouterStats(0, 0, replaced(), 0);
        }

        @Override
        protected int gather() {
            return 1;
        }

        @Override
        protected void send(int task, Delivery delivery, String event, Object[] arguments) {}

        @Override
        protected void announce(Announcement news) {}

        @Override
        void closed(Events events) {
            stopListeners();
        }
    }
}
