package dev.troupe.runtime;

import dev.troupe.cluster.HeadServer;
import dev.troupe.cluster.Joining;
import dev.troupe.cluster.PackageStreams;
import dev.troupe.cluster.Requests;
import dev.troupe.cluster.Seat;
import dev.troupe.head.Fact;
import dev.troupe.head.NodeKey;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.Resources;
import dev.troupe.link.ByteStream;
import dev.troupe.messages.Joined;
import dev.troupe.messages.LinkedPeers;
import dev.troupe.messages.LocalPeer;
import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import dev.troupe.messages.ProcessPeers;
import dev.troupe.messages.Query;
import dev.troupe.messages.Receivers;
import dev.troupe.messages.StoredObject;
import dev.troupe.node.Agent;
import dev.troupe.node.Membership;
import dev.troupe.node.Node;
import dev.troupe.node.ObjectCopies;
import dev.troupe.packages.PackageCache;
import dev.troupe.store.Place;
import dev.troupe.transfer.Nodes;
import dev.troupe.transfer.ObjectName;
import dev.troupe.transfer.TransferOptions;
import dev.troupe.transfer.Transfers;
import dev.troupe.transport.Address;
import dev.troupe.transport.Encryption;
import dev.troupe.values.Values;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/// One machine of a cluster: its node and its agent and, on one of the machines, the head server.
final class ClusterNode implements AutoCloseable, LinkedPeers.Watcher, Nodes, Membership, ObjectCopies {
    private static final int STREAMS = 256;
    /// When the store fills up, copies of this part of it are dropped.
    private static final int SHED_SHARE = 4;

    private final ClusterNodeSettings settings;
    private final int number;
    private final ProcessPeers peers;
    private final LinkedPeers links;
    private final Requests requests;
    private final Optional<HeadServer> server;
    private final Agent agent;
    private final Node node;
    private final PackageCache packages;
    private final PackageStreams packageStreams;
    private final Transfers transfers;
    private final Heart heart;
    private final Address address;
    private final Map<Integer, Address> addresses = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("troupe-node-", 0).factory());
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile String why = "it was stopped";
    private volatile boolean leaving;

    ClusterNode(ClusterNodeSettings settings) throws IOException {
        this.settings = settings;
        Joined joined = settings.head().isEmpty() ? new Joined(HeadServer.PROCESS, HeadServer.PROCESS, settings.fence().toMillis())
                : Joining.join(HeadServer.PROCESS, settings.head().get(), settings.token(), settings.links(), settings.version(),
                        settings.patience());
        number = joined.process();
        Receivers receivers = Receivers.none().member(this::receive).agent((from, message) -> agent().receive(from, message))
                .server((from, message) -> server().orElseThrow().receive(from, message));
        peers = new ProcessPeers(new LocalPeer(number, receivers::receive));
        links = new LinkedPeers(number, settings.token(), settings.links(), Values.with(ClusterNode.class.getClassLoader()), () -> null,
                this::locate, receivers, this);
        peers.link(links);
        address = listen();
        requests = new Requests(message -> peers.send(HeadServer.PROCESS, new Message.Relayed(number, (Message.ForHead) message)));
        server = settings.head().isEmpty()
                ? Optional.of(new HeadServer(number, settings.version(), joined.fenceMillis(), peers)) : Optional.empty();
        packages = PackageCache.open(PackageCache.usualDirectory(), settings.packageLimit());
        packageStreams = new PackageStreams(packages);
        JobCode code = new JobCode(packages, links.endpoint(), this::headAddress);
        WorkerStarter starter = new WorkerStarter(this::seat, code::of, this::node);
        agent = new Agent(number, HeadServer.PROCESS, settings.ip(), peers, starter, _ -> {}, this);
        node = Node.open(settings.place().numberingFrom(StoredObject.firstOf(number)), agent);
        transfers = new Transfers(links.endpoint(), node.store(), this, TransferOptions.defaults(), System::nanoTime, new Random());
        agent.serve(node, this, threads);
        links.endpoint().onStream(STREAMS, this::stream);
        heart = new Heart(beat -> peers.send(HeadServer.PROCESS, new Message.Beat(beat)), Duration.ofMillis(joined.fenceMillis()),
                node::endWorkersAt, () -> ends("no head answered for " + joined.fenceMillis() / 1_000 + " s"));
        links.listen(WorkerSession.address(node.socket(new ProcessKey(number))));
        agent.listens(address.toString(), false);
        agent.tell(new Fact.NodeJoined(new NodeKey(number), settings.ip(), Machine.hostname(),
                Resources.of(settings.offer().resources()), settings.offer().labels(), Optional.empty()));
        if (server.isEmpty()) {
            heart.start();
        }
    }

    // First of all: if another program has the port, nothing else is left behind.
    private Address listen() throws IOException {
        try {
            return links.listen(Address.tcp(settings.ip(), settings.port()));
        } catch (IOException e) {
            links.close();
            throw e;
        }
    }

    // These are complete when the first message arrives.
    private Agent agent() {
        return agent;
    }

    private Optional<HeadServer> server() {
        return server;
    }

    private Node node() {
        return node;
    }

    /// Where it listens for other nodes; on the machine with the head, this is the address of the cluster.
    Address address() {
        return address;
    }

    private Address headAddress() {
        return settings.head().orElse(address);
    }

    /// What a process on this machine must know to take part.
    ///
    /// @param process its number
    Seat seat(int process) {
        return new Seat(process, number, settings.ip(), sockets(), settings.tokenFile(), node.store().file(),
                Address.tcp(settings.ip(), 0).toString(), settings.links().encryption() == Encryption.NEVER, List.of());
    }

    private Path sockets() {
        return node.socket(new ProcessKey(number)).getParent();
    }

    Path directory() {
        return node.sessionDirectory();
    }

    @Override
    public Place pin(long id, long bytes, int process) throws IOException {
        try {
            return transfers.pull(new ObjectName(StoredObject.node(id), id), bytes, process);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while object " + id + " was fetched", e);
        }
    }

    @Override
    public void forget(int gone) {
        addresses.remove(gone);
        transfers.forget(gone);
    }

    @Override
    public void shed() {
        threads.execute(() -> transfers.shed(node.store().stats().capacity() / SHED_SHARE));
    }

    private void stream(ByteStream stream) throws IOException {
        if (Transfers.serves(stream.request())) {
            transfers.handle(stream);
        } else if (PackageStreams.serves(stream.request())) {
            packageStreams.handle(stream);
        }
    }

    private void locate(int process, Consumer<Address> found) {
        if (process == HeadServer.PROCESS && settings.head().isPresent()) {
            found.accept(settings.head().get());
        } else {
            requests.later(new Query.AddressOf(process), text -> {
                if (!text.equals("")) {
                    found.accept(Address.parse((String) text));
                }
            });
        }
    }

    @Override
    public int self() {
        return number;
    }

    @Override
    public Optional<Address> address(int other) {
        Address known = addresses.get(other);
        if (known == null && requests.ask(new Query.AddressOf(other)) instanceof String text && !text.isEmpty()) {
            known = Address.parse(text);
            addresses.put(other, known);
        }
        return Optional.ofNullable(known);
    }

    private void receive(Peer from, Message.ToMember message) {
        switch (message) {
            case Message.Answer answer -> requests.answered(answer);
            case Message.Meet(int process, String where) -> links.meet(process, Address.parse(where));
            case Message.Gone _,Message.Measure _ ->
                    throw new IllegalArgumentException("process " + from.process() + " sent a message that no agent serves: " + message);
        }
    }

    @Override
    public void up(Peer peer) {}

    @Override
    public void lost(int process, String reason) {
        if (process == HeadServer.PROCESS) {
            ends("the link to the head is lost: " + reason);
        } else if (!server.map(head -> head.lost(process, reason)).orElse(false)) {
            agent.lost(process, reason);
        }
    }

    @Override
    public void room() {}

    @Override
    public void beaten(long beat) {
        heart.beaten(beat);
    }

    @Override
    public void leave(String reason) {
        leaving = true;
        ends(reason);
    }

    /// Whether the head asked it to leave.
    boolean isLeaving() {
        return leaving;
    }

    private void ends(String reason) {
        why = reason;
        end.countDown();
    }

    /// Waits until this node no longer belongs to the cluster; returns why.
    String awaitEnd() throws InterruptedException {
        end.await();
        return why;
    }

    @Override
    public void close() {
        ends(why);
        requests.close("this node has left the cluster");
        heart.close();
        node.close();
        if (server.isEmpty()) {
            peers.send(HeadServer.PROCESS, new Message.Left(why));
        }
        peers.close();
        server.ifPresent(HeadServer::close);
        threads.shutdownNow();
        try {
            transfers.close();
            packages.close();
        } catch (IOException e) {
            System.getLogger("dev.troupe.runtime").log(System.Logger.Level.WARNING, "the node did not end cleanly: {0}", e.toString());
        }
    }
}
