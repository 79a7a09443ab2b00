package dev.troupe.runtime;

import dev.troupe.cluster.ClusterServer;
import dev.troupe.cluster.LocalHead;
import dev.troupe.cluster.LocalStore;
import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.head.Isolation;
import dev.troupe.head.JobKey;
import dev.troupe.head.NodeKey;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.Resources;
import dev.troupe.head.Shape;
import dev.troupe.head.StartFailure;
import dev.troupe.head.WorkerSettings;
import dev.troupe.hosting.RunningTasks;
import dev.troupe.messages.LinkedPeers;
import dev.troupe.messages.LocalPeer;
import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import dev.troupe.messages.Receivers;
import dev.troupe.messages.ThisProcess;
import dev.troupe.node.HowItEnded;
import dev.troupe.node.Node;
import dev.troupe.node.NodeSettings;
import dev.troupe.node.NodeWatcher;
import dev.troupe.process.ClassPath;
import dev.troupe.transport.Token;
import dev.troupe.values.Values;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A driver with head and node in its own JVM. In embedded mode it is also its own worker, unless the job's settings require a different JVM for
/// workers; other workers are processes that it starts.
final class Driver implements AutoCloseable, NodeWatcher, LinkedPeers.Watcher {
    private static final int PROCESS = 1;
    private static final NodeKey NODE = new NodeKey(1);

    /// Starts workers.
    interface Workers {
        void start(Driver driver, Effect.StartWorker order, WorkerTerms terms) throws IOException;
    }

    private final Settings settings;
    private final Workers workers;
    private final String ip;
    private final String namespace;
    private final WorkerSettings shared;
    private final Gpus gpus = Gpus.here();
    private final LocalPeer self;
    private final ExecutorService threads = Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("troupe-desk-", 0).factory());
    private final Values values;
    private final Node node;
    private final LocalHead head;
    private final Engine engine;
    private final ClusterServer server;
    private final MetricsRound metrics = new MetricsRound();
    private final Path token;
    private volatile LinkedPeers linked;

    private Driver(Settings settings, NodeSettings place, Workers workers) throws IOException {
        this.settings = settings;
        this.workers = workers;
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        values = Values.with(loader);
        ip = settings.node().ip().orElseGet(Machine::address);
        JobKey job = new JobKey(settings.job().id().orElse(1));
        namespace = settings.job().namespace().orElseGet(() -> UUID.randomUUID().toString());
        shared = JobWorkers.settings(job, settings.job());
        node = Node.open(place, this);
        token = node.sessionDirectory().resolve("token");
        head = new LocalHead(this::carryOut);
        engine = new Engine(new ThisProcess(PROCESS, job.number(), NODE.number(), ip, namespace, List.of(), loader, values), head,
                this::peer,
                new LocalStore(node.store(), PROCESS), RunningTasks.UNNOTED);
        self = new LocalPeer(PROCESS, engine::receive);
        server = new ClusterServer(head, node.store(), threads);
        node.store().whenCrowded(this::collect);
        node.store().sweepOn(threads);
        boolean embedded = settings.mode() != Settings.RunMode.CLUSTER && !settings.job().needsOwnJvm();
        head.tell(new Fact.NodeJoined(NODE, ip, hostname(), Resources.of(settings.node().resources()), settings.node().labels(),
                embedded ? Optional.of(new ProcessKey(PROCESS)) : Optional.empty()));
        head.tell(new Fact.JobStarted(job, new ProcessKey(PROCESS), namespace, shared));
        if (!embedded && shared.isolation() == Isolation.SHARED) {
            // its worker starts while the program continues
            engine.calls().tasks().expect(Shape.of(Resources.cpu(1), shared));
        }
    }

    private void collect() {
        LinkedPeers others = linked;
        if (engine.objects().collector().ask() && others != null) {
            others.all().forEach(peer -> peer.send(new Message.Collect()));
        }
    }

    private static String hostname() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    static TroupeRuntime start(Settings settings) throws IOException {
        return start(settings, OwnNode.settings(settings), Driver::startProcess);
    }

    static TroupeRuntime start(Settings settings, NodeSettings place, Workers workers) throws IOException {
        Driver driver = new Driver(settings, place, workers);
        Caller caller = new Caller(driver.engine, driver.shared, settings.job().defaultLifetime(),
                settings.job().maxRetries());
        return new TroupeRuntime(driver.engine, caller,
                new RayContext(driver.engine, driver.shared, settings.mode() == Settings.RunMode.LOCAL),
                driver, driver::metrics);
    }

    private String metrics() {
        LinkedPeers others = linked;
        return metrics.gather(others == null ? List.of() : others.all());
    }

    private Peer peer(int process) {
        if (process == PROCESS) {
            return self;
        }
        LinkedPeers others = linked;
        return others == null ? null : others.of(process);
    }

    // On the head's thread.
    private void carryOut(Effect effect) {
        switch (effect) {
            case Effect.StartWorker start -> startWorker(start);
            case Effect.StopWorker stop -> node.stop(stop.process(), stop.force());
            case Effect.Drained _ -> { // the node of a driver is not drained
            }
            case Effect.ToOne it -> send(it.to(), it);
            case Effect.ToMany it -> it.to().forEach(to -> send(to, it));
        }
    }

    private void send(ProcessKey to, Effect.ToProcess effect) {
        if (to.number() == PROCESS) {
            engine.effect(effect);
        } else {
            Peer peer = peer(to.number());
            if (peer != null) {
                peer.send(new Message.FromHead(effect));
            }
        }
    }

    private void startWorker(Effect.StartWorker start) {
        try {
            listen();
            workers.start(this, start, new WorkerTerms(start.process().number(), PROCESS, NODE.number(), ip, namespace, sockets(), token,
                    node.store().file(), settings.job().defaultLifetime(), settings.job().maxRetries(), shared,
                    start.gpus().stream().map(gpus::id).toList()));
        } catch (IOException e) {
            head.tell(new Fact.WorkerFailed(start.process(), "this process cannot listen for workers: " + e.getMessage(),
                    StartFailure.SETTINGS));
        }
    }

    private void startProcess(Effect.StartWorker start, WorkerTerms terms) {
        node.start(start.process(), start.settings(), start.gpus().stream().map(gpus::name).toList(),
                new ClassPath(settings.job().code()), List.of(terms.encode()), JobWorkers.setupTimeout(start.settings()));
    }

    private Path sockets() {
        return node.socket(new ProcessKey(PROCESS)).getParent();
    }

    // Only with the first worker: a driver that is its own worker does not listen.
    private void listen() throws IOException {
        if (linked == null) {
            byte[] secret = new byte[32];
            new SecureRandom().nextBytes(secret);
            Files.createFile(token, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(token, HexFormat.of().formatHex(secret));
            linked = new LinkedPeers(PROCESS, Token.load(token), values, () -> engine.calls().names(),
                    process -> WorkerSession.address(sockets(), process), Receivers.ofDriver(engine::receive, this::receive), this);
        }
    }

    private void receive(Peer from, Message.ToDriver message) {
        switch (message) {
            case Message.ToServer it -> server.serve(from, it);
            case Message.Unreachable(int process, String why) -> lost(process, why);
            case Message.Measured measured -> metrics.answered(measured);
        }
    }

    @Override
    public void room() {
        engine.calls().room();
    }

    @Override
    public void up(Peer peer) {
        head.tell(new Fact.WorkerStarted(new ProcessKey(peer.process())));
    }

    /// A worker that can no longer be reached is useless, even if it still runs.
    @Override
    public void lost(int process, String why) {
        node.stop(new ProcessKey(process), true);
    }

    @Override
    public void started(ProcessKey process, long pid) {}

    @Override
    public void failed(ProcessKey process, String why, StartFailure cause) {
        head.tell(new Fact.WorkerFailed(process, why, cause));
    }

    @Override
    public void ended(ProcessKey process, HowItEnded how) {
        String why = "on " + ip + ", " + how.text();
        gone(process.number(), why, how.ran());
        head.tell(new Fact.ProcessLost(process, why, how.ran()));
    }

    private void gone(int process, String why, Set<Long> ran) {
        linked.forget(process, why);
        Message.Gone gone = new Message.Gone(process, why, ran.stream().mapToLong(Long::longValue).toArray());
        linked.all().forEach(peer -> peer.send(gone));
        engine.gone(process, why, ran);
    }

    @Override
    public void close() {
        engine.close();
        head.close();
        LinkedPeers others = linked;
        node.close();
        if (others != null) {
            others.close();
        }
        threads.shutdownNow();
    }
}
