package dev.troupe.task;

import java.util.HashSet;
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

    /// Events that only the router of a process tells: no program emits them, and no peer can send them.
    private static final Set<String> OWN = Set.of(PEER_LOST, PEER_LEFT, PEER_JOINED);

    private static volatile Router ofThisProcess;

    /// Not for others to extend.
    Router() {}

    /// The router that the worker process was started with, else a new one that is alone.
    public static Router current() {
        Router router = ofThisProcess;
        return router != null ? router : new LoneRouter();
    }

    /// Whether only routers tell of such an event.
    static boolean tells(String event) {
        return event.startsWith("peer ") && OWN.contains(event); // the first is cheap, and every event is asked
    }

    static void setCurrent(Router router) {
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

    /// The node ids of all that were started together, this process included.
    Set<Integer> planned() {
        return Set.of();
    }

    /// What went through so far.
    public abstract RouterStats stats();

    /// Opens the events of a task; returns when every expected peer is linked.
    abstract Events open(ErrorPolicy policy, Consumer<TaskFailedException> onFailure);

    /// Sends to every peer that wants it.
    abstract void send(int task, Delivery delivery, String event, Object[] arguments);

    /// Tells the peers what this process listens to from now on.
    abstract void announce(Announcement news);

    /// Says a closing task's last words to the peers.
    void leave(Runnable words) {
        words.run();
    }

    /// The task is closed, and nothing more comes from it.
    abstract void closed(EventLoop loop);
}
