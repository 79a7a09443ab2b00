package dev.troupe.task;

import dev.troupe.values.Output;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// This process's place among its peers: its node id, and the way to the others.
///
/// ```java
/// if (task.router().nodeId() == 0) {
///     task.on("greeting", (String text) -> IO.println("Get msg: " + text));
/// }
/// ```
///
/// A process started by [Parallel] or `ditask` is linked to others; any other is alone, as node 0.
public abstract class Router {
    /// The event, local to each process, that tells of a peer whose process died, left while its task was open, or is out of reach for too
    /// long. Its arguments are the node id (`Integer`) and the reason (`String`).
    public static final String PEER_LOST = "peer lost";
    /// The event, local to each process, that tells of a peer that closed its task and then ended in good order. Its argument is the node id
    /// (`Integer`).
    public static final String PEER_LEFT = "peer left";
    /// The event, local to each process, that tells of a new peer, or of one that is back. Its argument is the node id (`Integer`). For one
    /// peer it comes after the loss before it, and every peer that joined is lost or leaves at most once.
    public static final String PEER_JOINED = "peer joined";

    private static volatile Router ofThisProcess;

    private final EventCodec codec;
    private final Dispatcher dispatcher;
    /// For the threads that receive newest values, one a link; guarded by itself.
    private final EventCodec.Reader heads;

    /// Only the module `parallel` extends this class.
    ///
    /// @param loader finds the classes of what peers send
    protected Router(ClassLoader loader) {
        codec = new EventCodec(loader);
        dispatcher = new Dispatcher(codec);
        heads = codec.reader();
    }

    /// The router that the worker process was started with, else a new one that is alone.
    public static Router current() {
        Router router = ofThisProcess;
        return router != null ? router : new LoneRouter();
    }

    /// From now on the tasks of this process use that router.
    protected static void setCurrent(Router router) {
        ofThisProcess = router;
    }

    /// The number of this process among its peers.
    public abstract int nodeId();

    /// Whether this process was started as one of several that may be linked. A single worker that attaches to nobody, and was given
    /// neither ports nor node ids nor labels, stands alone: it does not wait for peers, and its context and model exchanges do nothing.
    public abstract boolean distributed();

    /// The labels given to this process by its starter.
    public abstract Set<String> labels();

    /// The node ids of the processes linked now.
    public abstract Set<Integer> peers();

    /// How many processes there are, this one included: those that one command or platform started together, and whoever else is linked now. A
    /// process that has died still counts when it was started together with this one, so work can be divided by it:
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

    /// What went through so far.
    public abstract RouterStats stats();

    // What a router with peers does for its tasks

    /// The node ids of all that were started together, this process included.
    protected Set<Integer> planned() {
        return Set.of();
    }

    /// Waits until every expected peer is linked.
    ///
    /// @return the number of the task to open: peers deliver its events to their task of the same number
    protected abstract int gather();

    /// Sends to every peer that wants it.
    protected abstract void send(int task, Delivery delivery, String event, Object[] arguments);

    /// Tells the peers what this process listens to from now on.
    protected abstract void announce(Announcement news);

    /// Says a closing task's last words to the peers.
    protected void leave(Runnable words) {
        words.run();
    }

    final Events open(ErrorPolicy policy, Consumer<TaskFailedException> onFailure) {
        return Events.open(this, dispatcher, gather(), policy, onFailure);
    }

    final Dispatcher dispatcher() {
        return dispatcher;
    }

    /// The task is closed, and nothing more comes from it.
    void closed(Events events) {
        dispatcher.leave(events);
    }

    // What a router with peers hands to the listeners

    /// Writes an event into the buffer of this thread, where it stays until the next one.
    protected final Output encode(int task, String event, Object[] arguments) {
        return codec.encode(task, event, arguments);
    }

    /// An event has arrived, which is decoded by the thread of the listeners.
    protected final void arrived(Sender from, byte[] message) {
        dispatcher.add(new Queued.Remote(from, message));
    }

    /// The newest value of an event has arrived; one that still waits for its listener is dropped.
    protected final void arrivedLatest(Sender from, byte[] message) {
        dispatcher.addLatest(from.slot(eventOf(message)), message);
    }

    private String eventOf(byte[] message) {
        synchronized (heads) {
            heads.open(message);
            return heads.event();
        }
    }

    /// Tells the listeners of [#PEER_JOINED].
    protected final void tellJoined(int node) {
        dispatcher.add(Queued.News.joined(node));
    }

    /// Tells the listeners of [#PEER_LOST].
    protected final void tellLost(int node, String reason) {
        dispatcher.add(Queued.News.lost(node, reason));
    }

    /// Tells the listeners of [#PEER_LEFT].
    protected final void tellLeft(int node) {
        dispatcher.add(Queued.News.left(node));
    }

    /// What the open task listens to; nothing when no task is open.
    protected final Optional<Interest> interest() {
        return Optional.ofNullable(dispatcher.current()).map(Events::interest);
    }

    /// Called every second.
    protected final void tick() {
        dispatcher.tick();
    }

    /// Events of peers that were delivered to a listener.
    protected final long received() {
        return dispatcher.received();
    }

    /// Values that were replaced by a newer one before a listener saw them.
    protected final long replaced() {
        return dispatcher.dropped();
    }

    /// Ends the thread of the listeners.
    protected final void stopListeners() {
        dispatcher.close();
    }
}
