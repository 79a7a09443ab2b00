package dev.troupe.parallel;

import dev.troupe.link.Endpoint;
import dev.troupe.link.Link;
import dev.troupe.link.LinkOptions;
import dev.troupe.link.LinkWatcher;
import dev.troupe.link.Loss;
import dev.troupe.task.Delivery;
import dev.troupe.task.Interest;
import dev.troupe.task.Interest.Announcement;
import dev.troupe.task.Router;
import dev.troupe.task.RouterStats;
import dev.troupe.task.TaskFailedException;
import dev.troupe.transport.Address;
import dev.troupe.transport.Token;
import dev.troupe.values.Output;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The router of a worker process: a link to each peer.
///
/// Each link has three channels: announcements of what each side listens to, events, and newest values. An event is encoded once for all peers.
final class LinkRouter extends Router implements LinkWatcher, AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.troupe.parallel");
    /// For the goodbye of a peer whose patience is used up.
    private static final Duration LAST_MOMENT = Duration.ofSeconds(1);

    private volatile Neighbours neighbours;
    private final Endpoint endpoint;
    private final Trace trace;
    private final LongAdder sent = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final LongAdder undelivered = new LongAdder();
    private final Map<Link, Peer> byLink = new ConcurrentHashMap<>();
    private final SlowPeers slowPeers = SlowPeers.watch(byLink::values, this::tick);
    private final Siblings siblings;
    private final Farewell farewell = new Farewell();
    private final Departed departed;
    /// How long closing waits for a peer that accepts nothing.
    private final Duration patience;
    private volatile Peer[] peers = {};
    private volatile boolean closing;
    private volatile Consumer<String> lastWords = line -> {};
    /// The last full announcement: the number of the task, and its stage.
    private Interest stage = Interest.NONE_YET;

    private LinkRouter(Neighbours neighbours, Departed departed, Token token, LinkOptions options, Trace trace) {
        super(Thread.currentThread().getContextClassLoader());
        this.neighbours = neighbours;
        this.departed = departed;
        this.trace = trace;
        this.patience = options.grace();
        endpoint = new Endpoint(neighbours.identity(new SecureRandom().nextInt()), token, options, this);
        siblings = new Siblings(endpoint, neighbours.siblings());
        endpoint.channel(Peer.CONTROL, this::announced);
        endpoint.channel(Peer.EVENTS, (link, message) -> arrived(byLink.get(link), message));
        endpoint.channel(Peer.LATEST, (link, message) -> arrivedLatest(byLink.get(link), message));
    }

    static LinkRouter open(Neighbours neighbours, Token token, LinkOptions options, Trace trace) throws IOException {
        return open(neighbours, new Departed(), token, options, trace, door -> List.of());
    }

    /// Starts listening and dialling; does not wait for the peers.
    static LinkRouter open(Neighbours planned, Departed departed, Token token, LinkOptions options, Trace trace,
            Introduction introduction) throws IOException {
        LinkRouter router = new LinkRouter(planned, departed, token, options, trace);
        try {
            Door door = planned.door().open(router.endpoint);
            Neighbours met = planned.met(door, introduction.to(door));
            router.neighbours = met;
            met.dial().forEach(router.endpoint::dial);
            met.dialHere().stream().filter(address -> !departed.vacated(address))
                    .forEach(address -> router.endpoint.dial(address, met::isOfThisRun));
            if (met.discover()) {
                Discovery.start(router.endpoint, door.address());
            }
            return router;
        } catch (IOException e) {
            router.close();
            throw e;
        }
    }

    /// The neighbours of this process, after its door is open and the addresses it dials are known.
    Neighbours neighbours() {
        return neighbours;
    }

    @Override
    public int nodeId() {
        return neighbours.nodeId();
    }

    @Override
    public boolean distributed() {
        return neighbours.distributed();
    }

    @Override
    public Set<String> labels() {
        return neighbours.labels();
    }

    @Override
    public Set<Integer> peers() {
        return Arrays.stream(peers).map(Peer::nodeId).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    protected Set<Integer> planned() {
        return neighbours.planned();
    }

    @Override
    public RouterStats stats() {
        return new RouterStats(sent.sum(), received(), dropped.sum() + replaced(), lost.sum());
    }

    /// Makes the tasks of this process use this router from now on.
    void becomeCurrent() {
        setCurrent(this);
    }

    @Override
    protected int gather() {
        farewell.release();
        synchronized (this) {
            if (own().stage() != Interest.Stage.CLOSED) {
                throw new IllegalStateException("a task is already open in this process; close it before starting another");
            }
        }
        Gathering.await(this, neighbours.patience(), this::missing);
        return nextTask();
    }

    /// The peers that are expected and not linked yet, each with the reason if it is known.
    private synchronized List<String> missing() {
        Set<Integer> here = peers();
        for (PeerEnded peer : departed.ended()) {
            boolean expected = peer.failed()
                    && (neighbours.awaited().contains(peer.nodeId()) || neighbours.dials(peer.listened()));
            if (expected && !here.contains(peer.nodeId())) {
                throw new TaskFailedException("node " + peer.nodeId() + " " + peer.how() + " before it was linked; see its output", null);
            }
        }
        List<String> missing = new ArrayList<>();
        for (Address address : Stream.concat(neighbours.dial().stream(), neighbours.dialHere().stream()).toList()) {
            endpoint.lastFailure(address).filter(why -> !departed.left().contains(address.toString()))
                    .ifPresent(why -> missing.add(address + " (" + why + ")"));
        }
        for (Link link : endpoint.links()) {
            if (!here.contains(link.peer().nodeId())) {
                missing.add("node " + link.peer().nodeId() + " (connected, but has not introduced itself)");
            }
        }
        for (int node : new TreeSet<>(neighbours.awaited())) {
            if (!here.contains(node) && !departed.left().contains(node)) {
                missing.add("node " + node + " (has not connected to " + neighbours.door().address() + ")");
            }
        }
        return missing;
    }

    /// The number of the task to open: the next one of this process, or that of the peers if this process joined later.
    private synchronized int nextTask() {
        int next = stage.task() + 1;
        for (Peer peer : peers) {
            Interest interest = peer.interest();
            if (interest.stage() != Interest.Stage.CLOSED) {
                next = Math.max(next, interest.task());
            }
        }
        return next;
    }

    @Override
    protected void send(int task, Delivery delivery, String event, Object[] arguments) {
        Output message = null;
        for (Peer peer : peers) {
            if (peer.interest().wants(task, event)) {
                if (message == null) {
                    message = encode(task, event, arguments);
                }
                switch (delivery) {
                    case BLOCK -> {
                        if (peer.send(event, message)) {
                            sent.increment();
                        }
                    }
                    case LATEST -> {
                        sent.increment();
                        if (peer.sendLatest(event, message)) {
                            dropped.increment();
                        }
                    }
                }
            }
        }
    }

    /// Under the same lock as the arrival of a new peer, so that none is missed.
    @Override
    protected synchronized void announce(Announcement news) {
        if (news instanceof Announcement.Whole(Interest interest)) {
            stage = interest;
        }
        byLink.values().forEach(peer -> peer.announce(news));
    }

    private synchronized void catchUp(Peer peer) {
        if (peer.behind()) {
            peer.announce(new Announcement.Whole(own()));
        }
    }

    /// The events that this process listens to now.
    private Interest own() {
        return interest().orElse(stage);
    }

    @Override
    public synchronized void up(Link link) {
        Peer peer = new Peer(link, trace);
        byLink.put(link, peer);
        link.onRoom(Peer.CONTROL, () -> catchUp(peer));
        peer.announce(new Announcement.Whole(own()));
    }

    @Override
    public void cut(Link link, String why) {
        if (!siblings.disconnected(link)) {
            LOG.log(Level.INFO, "node " + link.peer().nodeId() + " is unreachable: " + why + "; retrying");
        }
    }

    @Override
    public void resumed(Link link) {
        LOG.log(Level.INFO, "node " + link.peer().nodeId() + " has reconnected, and no message was lost");
    }

    @Override
    public synchronized void lost(Link link, Loss loss) {
        Peer peer = byLink.remove(link);
        boolean joined = Arrays.asList(peers).contains(peer);
        peers = Arrays.stream(peers).filter(p -> p != peer).toArray(Peer[]::new);
        notifyAll();
        Parting parting = new Parting(peer.nodeId(), loss, peer.interest().stage() != Interest.Stage.CLOSED, closing);
        if (parting.isLoss()) {
            lost.add(loss.messagesLost());
        }
        if (loss.goodbye() && !closing) {
            departed.left().addAll(List.of(peer.nodeId(), link.remote()));
        }
        if (parting.leftBehind()) {
            undelivered.add(loss.messagesLost());
            lastWords.accept(parting.lastWords());
        } else if (parting.isLoss() && !(parting.early() && siblings.leftEarly(parting))) {
            LOG.log(Level.WARNING, parting.line());
        }
        boolean _ = siblings.disconnected(link);
        if (joined) {
            tell(parting.news());
        }
    }

    private void tell(Parting.News news) {
        switch (news) {
            case Parting.Left(int node) -> tellLeft(node);
            case Parting.Lost(int node, String reason) -> tellLost(node, reason);
            case Parting.Nothing _ -> {
            }
        }
    }

    @Override
    public void delayed(Link link, long messages, Duration patience) {
        lastWords.accept("shutdown is delayed: node " + link.peer().nodeId() + " has not received "
                + Numbers.counted(messages, "message") + " yet, and has " + patience.toSeconds() + " s to reconnect");
    }

    /// A peer counts as joined from its first message on, and then receives events.
    private void announced(Link link, byte[] message) {
        Peer peer = byLink.get(link);
        boolean first = peer.announced(Announcement.decode(message));
        link.release(Peer.CONTROL, message.length);
        if (first) {
            join(peer);
        }
    }

    private synchronized void join(Peer peer) {
        Peer[] more = Arrays.copyOf(peers, peers.length + 1);
        more[peers.length] = peer;
        peers = more;
        departed.left().removeAll(List.of(peer.nodeId(), peer.link().remote()));
        siblings.joined(peer.nodeId());
        if (!neighbours.distributed()) {
            LOG.log(Level.WARNING,
                    "node " + peer.nodeId() + " has joined node " + nodeId() + ", which was started as a single process: events"
                            + " pass, and finish ends both, but the context and model exchanges of node " + nodeId()
                            + " do nothing; start that node with"
                            + " --node-ids " + nodeId() + ", so that it counts as one of several");
        }
        notifyAll();
        tellJoined(peer.nodeId());
    }

    /// The launcher knows that a process on this machine has ended: no task waits for it any more.
    void ended(PeerEnded news) {
        siblings.ended(news);
        if (!news.comesBack()) {
            synchronized (this) {
                departed.ended().add(news);
                if (!news.failed()) {
                    departed.left().addAll(List.of(news.nodeId(), news.listened().toString()));
                }
                notifyAll();
            }
        }
    }

    /// The launcher knows that a process on this machine now listens elsewhere.
    synchronized void moved(PeerMoved news) {
        if (!closing && neighbours.dialHere().contains(news.from())) {
            neighbours = neighbours.moved(news.from(), news.to());
            endpoint.hangUp(news.from());
            endpoint.dial(news.to(), neighbours::isOfThisRun);
        }
    }

    @Override
    protected void leave(Runnable words) {
        farewell.say(words);
    }

    /// The last messages of a closing task.
    Farewell farewell() {
        return farewell;
    }

    /// How many messages this process could not deliver before it closed, to peers that may still be alive.
    long undelivered() {
        return undelivered.sum();
    }

    /// Peers that no task waits for again.
    Departed departed() {
        return departed;
    }

    @Override
    public void close() {
        close(line -> LOG.log(Level.WARNING, line));
    }

    /// Closes, and reports what delays the shutdown or is lost by it. Logging no longer works while the process ends.
    void close(Consumer<String> say) {
        lastWords = say;
        closing = true;
        farewell.release();
        slowPeers.close();
        Set<Link> stuck = drain();
        endpoint.close(link -> stuck.contains(link) ? LAST_MOMENT : patience);
        stopListeners();
    }

    /// Links deliver their queued messages before they close; newest values that wait for room are sent first.
    ///
    /// @return the peers that have accepted nothing for so long that their time is up
    private Set<Link> drain() {
        Set<Link> stuck = new HashSet<>();
        long begin = System.nanoTime();
        try {
            for (Peer peer : byLink.values()) {
                int left = peer.drain(begin, patience);
                if (left > 0) {
                    stuck.add(peer.link());
                    undelivered.add(left);
                    lastWords.accept("up to " + Numbers.counted(left, "newest value") + " of events did not reach node " + peer.nodeId()
                            + ": it has received none for " + patience.toSeconds() + " s");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return stuck;
    }
}
