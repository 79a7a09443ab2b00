package dev.troupe.runtime;

import dev.troupe.cluster.LinkedHead;
import dev.troupe.cluster.LinkedStore;
import dev.troupe.cluster.Requests;
import dev.troupe.link.Address;
import dev.troupe.link.Token;
import dev.troupe.messages.HeldCodec;
import dev.troupe.messages.LinkedPeers;
import dev.troupe.messages.LocalPeer;
import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import dev.troupe.messages.Receiver;
import dev.troupe.messages.ThisProcess;
import dev.troupe.node.RunningBoard;
import dev.troupe.store.StoreView;
import dev.troupe.values.Values;
import io.ray.runtime.metric.MetricsReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/// A worker's part: an engine whose head and store are in another process.
final class WorkerSession implements LinkedPeers.Watcher, Receiver {
    private final WorkerTerms terms;
    private final LinkedPeers peers;
    private final Requests requests;
    private final Engine engine;
    private final TroupeRuntime runtime;
    private final Runnable orphaned;
    private final CountDownLatch end = new CountDownLatch(1);

    /// @param orphaned what to do when nobody is left to work for
    WorkerSession(WorkerTerms terms, RunningBoard board, Runnable orphaned) throws IOException {
        this.terms = terms;
        this.orphaned = orphaned;
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Values values = Values.with(loader);
        LocalPeer self = new LocalPeer(terms.process());
        peers = new LinkedPeers(terms.process(), Token.load(terms.token()), values, this::names,
                process -> address(terms.sockets(), process), this, this);
        requests = new Requests(message -> peers.of(terms.driver()).send(message));
        engine = new Engine(
                new ThisProcess(terms.process(), terms.shared().job().number(), terms.node(), terms.ip(), terms.namespace(), terms.gpus(),
                        loader,
                        values),
                new LinkedHead(requests), process -> process == terms.process() ? self : peers.of(process),
                new LinkedStore(requests, StoreView.map(terms.store())), new BoardedTasks(board));
        self.connect(this);
        Caller caller = new Caller(engine, terms.shared(), terms.lifetime(), terms.maxRetries());
        runtime = new TroupeRuntime(engine, caller, new RayContext(engine, terms.shared(), false), () -> {},
                () -> MetricsReport.ofThisProcess().text());
    }

    static Address address(Path sockets, int process) {
        return Address.parse("ipc://" + sockets.resolve(process + ".sock"));
    }

    private HeldCodec names() {
        return engine.calls().names();
    }

    TroupeRuntime runtime() {
        return runtime;
    }

    /// From here on work comes.
    void dial() {
        peers.of(terms.driver());
    }

    void awaitEnd() throws InterruptedException {
        end.await();
    }

    @Override
    public void toProcess(Peer from, Message.ToProcess message) {
        engine.receive(from, message);
    }

    @Override
    public void toWorker(Peer from, Message.ToWorker message) {
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
            peers.of(terms.driver()).send(new Message.Unreachable(process, why)); // which ends it, and tells everybody
        }
    }
}
