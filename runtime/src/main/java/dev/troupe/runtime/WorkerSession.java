package dev.troupe.runtime;

import dev.troupe.cluster.LinkedHead;
import dev.troupe.cluster.LinkedStore;
import dev.troupe.cluster.Requests;
import dev.troupe.messages.LinkedPeers;
import dev.troupe.messages.LocalPeer;
import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import dev.troupe.messages.Receivers;
import dev.troupe.messages.ThisProcess;
import dev.troupe.node.RunningBoard;
import dev.troupe.store.StoreView;
import dev.troupe.transport.Address;
import dev.troupe.transport.Token;
import dev.troupe.values.Values;
import io.ray.runtime.metric.MetricsReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/// The session of a worker: an engine whose head and store are in another process.
final class WorkerSession implements LinkedPeers.Watcher {
    private final WorkerTerms terms;
    private final LocalPeer self;
    private final LinkedPeers peers;
    private final Requests requests;
    private final Engine engine;
    private final TroupeRuntime runtime;
    private final Runnable orphaned;
    private final CountDownLatch end = new CountDownLatch(1);

    /// @param orphaned is called when the driver has ended
    WorkerSession(WorkerTerms terms, RunningBoard board, Runnable orphaned) throws IOException {
        this.terms = terms;
        this.orphaned = orphaned;
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Values values = Values.with(loader);
        requests = new Requests(this::sendToDriver);
        engine = new Engine(
                new ThisProcess(terms.process(), terms.shared().job().number(), terms.node(), terms.ip(), terms.namespace(), terms.gpus(),
                        loader, values),
                new LinkedHead(requests), this::peer, new LinkedStore(requests, StoreView.map(terms.store())), new BoardedTasks(board));
        self = new LocalPeer(terms.process(), engine::receive);
        peers = new LinkedPeers(terms.process(), Token.load(terms.token()), values, engine.calls()::names,
                process -> address(terms.sockets(), process), Receivers.ofWorker(engine::receive, this::receive), this);
        Caller caller = new Caller(engine, terms.shared(), terms.lifetime(), terms.maxRetries());
        runtime = new TroupeRuntime(engine, caller, new RayContext(engine, terms.shared(), false), () -> {},
                () -> MetricsReport.ofThisProcess().text());
    }

    static Address address(Path sockets, int process) {
        return Address.parse("ipc://" + sockets.resolve(process + ".sock"));
    }

    private Peer peer(int process) {
        return process == terms.process() ? self : peers.of(process);
    }

    private void sendToDriver(Message message) {
        peers.of(terms.driver()).send(message);
    }

    TroupeRuntime runtime() {
        return runtime;
    }

    /// Work arrives from here on.
    void dial() {
        peers.of(terms.driver());
    }

    void awaitEnd() throws InterruptedException {
        end.await();
    }

    private void receive(Peer from, Message.ToWorker message) {
        switch (message) {
            case Message.Answer answer -> requests.answered(answer);
            case Message.Measure(long request) -> from.send(new Message.Measured(request, MetricsReport.ofThisProcess().families()));
            case Message.Gone(int process, String why, long[] ran) -> {
                peers.forget(process, why);
                engine.gone(process, why, Arrays.stream(ran).boxed().collect(Collectors.toSet()));
            }
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
        if (process == terms.driver()) {
            orphaned.run();
        } else {
            sendToDriver(new Message.Unreachable(process, why)); // which ends it and notifies all others
        }
    }
}
