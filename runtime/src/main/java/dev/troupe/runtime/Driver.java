package dev.troupe.runtime;

import dev.troupe.cluster.HeadServer;
import dev.troupe.cluster.LocalStore;
import dev.troupe.cluster.Seat;
import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.head.Isolation;
import dev.troupe.head.JobKey;
import dev.troupe.head.NodeKey;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.Resources;
import dev.troupe.head.Shape;
import dev.troupe.head.WorkerSettings;
import dev.troupe.hosting.RunningTasks;
import dev.troupe.link.LinkOptions;
import dev.troupe.messages.LinkedPeers;
import dev.troupe.messages.LocalPeer;
import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import dev.troupe.messages.ProcessPeers;
import dev.troupe.messages.Receivers;
import dev.troupe.messages.StoredObject;
import dev.troupe.messages.ThisProcess;
import dev.troupe.node.Agent;
import dev.troupe.node.Membership;
import dev.troupe.node.Node;
import dev.troupe.node.NodeSettings;
import dev.troupe.process.ClassPath;
import dev.troupe.transport.Token;
import dev.troupe.values.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A driver with head and node in its own JVM. In embedded mode it is also its own worker, unless the job's settings require a different JVM for
/// workers; other workers are processes that it starts.
final class Driver implements AutoCloseable, LinkedPeers.Watcher {
    private static final int PROCESS = 1;
    private static final NodeKey NODE = new NodeKey(PROCESS);

    /// Starts workers in another way than as processes.
    interface Workers {
        void start(Effect.StartWorker order, Seat seat) throws IOException;
    }

    private final Agent.Starter workers;
    private final String ip;
    private final WorkerSettings shared;
    private final ExecutorService threads = Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("troupe-desk-", 0).factory());
    private final Values values;
    private final Receivers receivers;
    private final ProcessPeers peers;
    private final HeadServer server;
    private final Agent agent;
    private final Node node;
    private final Engine engine;
    private final MetricsRound metrics = new MetricsRound();
    private final Path token;

    private Driver(Settings settings, NodeSettings place, Workers workers) throws IOException {
        this.workers = workers != null ? order -> workers.start(order, seat(order.process().number()))
                : new WorkerStarter(this::seat, _ -> () -> new ClassPath(settings.job().code()), this::node);
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        values = Values.with(loader);
        ip = settings.node().ip().orElseGet(Machine::address);
        JobKey job = new JobKey(settings.job().id().orElse(1));
        String namespace = settings.job().namespace().orElseGet(() -> UUID.randomUUID().toString());
        shared = JobWorkers.settings(job, settings.job());
        receivers = Receivers.none().process((from, message) -> engine().receive(from, message)).member(this::receive)
                .agent((from, message) -> agent().receive(from, message)).server((from, message) -> server().receive(from, message));
        peers = new ProcessPeers(new LocalPeer(PROCESS, receivers::receive));
        agent = new Agent(PROCESS, PROCESS, ip, peers, this::startWorker, metrics::answered, Membership.CERTAIN);
        node = Node.open(place.numberingFrom(StoredObject.firstOf(PROCESS)), agent);
        agent.serve(node, (id, _, process) -> node.store().pin(id, process), threads);
        token = node.sessionDirectory().resolve("token");
        server = new HeadServer(PROCESS, "", 0, peers);
        engine = new Engine(new ThisProcess(PROCESS, job.number(), NODE.number(), ip, namespace, List.of(), loader, values),
                server.head(), peers, new LocalStore(node.store(), PROCESS), RunningTasks.UNNOTED);
        agent.listens("", true);
        boolean embedded = settings.mode() != Settings.RunMode.CLUSTER && !settings.job().needsOwnJvm();
        agent.tell(new Fact.NodeJoined(NODE, ip, Machine.hostname(), Resources.of(settings.node().resources()), settings.node().labels(),
                embedded ? Optional.of(new ProcessKey(PROCESS)) : Optional.empty()));
        WorkerTerms terms = new WorkerTerms(namespace, settings.job().defaultLifetime(), settings.job().maxRetries(), shared);
        agent.tell(new Fact.JobStarted(job, new ProcessKey(PROCESS), namespace, shared, Optional.of(NODE),
                new Fact.JobTerms(List.of(), terms.encode())));
        if (!embedded && shared.isolation() == Isolation.SHARED) {
            // its worker starts while the program continues
            engine.calls().tasks().expect(Shape.of(Resources.cpu(1), shared));
        }
    }

    // These are complete when the first message arrives.
    private Engine engine() {
        return engine;
    }

    private Node node() {
        return node;
    }

    private Agent agent() {
        return agent;
    }

    private HeadServer server() {
        return server;
    }

    static TroupeRuntime start(Settings settings) throws IOException {
        return start(settings, OwnNode.settings(settings), null);
    }

    /// @param workers how workers are started; null for processes
    static TroupeRuntime start(Settings settings, NodeSettings place, Workers workers) throws IOException {
        Driver driver = new Driver(settings, place, workers);
        Caller caller = new Caller(driver.engine, driver.shared, settings.job().defaultLifetime(),
                settings.job().maxRetries());
        return new TroupeRuntime(driver.engine, caller,
                new RayContext(driver.engine, driver.shared, settings.mode() == Settings.RunMode.LOCAL),
                driver, () -> driver.metrics.gather(driver.peers.linked()));
    }

    private void startWorker(Effect.StartWorker start) throws IOException {
        listen();
        workers.start(start);
    }

    // Processes of other nodes do not exist.
    private Seat seat(int process) {
        return new Seat(process, PROCESS, ip, sockets(), token, node.store().file(), "", false, List.of());
    }

    private Path sockets() {
        return node.socket(new ProcessKey(PROCESS)).getParent();
    }

    // Only with the first worker: a driver that is its own worker does not listen.
    private void listen() throws IOException {
        if (!peers.isLinked()) {
            byte[] secret = new byte[32];
            new SecureRandom().nextBytes(secret);
            Files.createFile(token, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(token, HexFormat.of().formatHex(secret));
            LinkedPeers others = new LinkedPeers(PROCESS, Token.load(token), LinkOptions.defaults(), values, () -> engine.calls().names(),
                    (process, found) -> found.accept(WorkerSession.address(WorkerSession.socket(sockets(), process))), receivers, this);
            others.listen(WorkerSession.address(node.socket(new ProcessKey(PROCESS))));
            peers.link(others);
        }
    }

    private void receive(Peer from, Message.ToMember message) {
        switch (message) {
            case Message.Gone gone -> engine.gone(gone);
            case Message.Answer _,Message.Measure _,Message.Meet _ ->
                    throw new IllegalArgumentException(
                            "process " + from.process() + " sent a message for a process of another node: " + message);
        }
    }

    @Override
    public void room() {
        engine.calls().room();
    }

    @Override
    public void up(Peer peer) {}

    @Override
    public void lost(int process, String why) {
        agent.lost(process, why);
    }

    @Override
    public void close() {
        engine.close();
        server.close();
        node.close();
        peers.close();
        threads.shutdownNow();
    }
}
