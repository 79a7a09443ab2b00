package dev.troupe.runtime;

import dev.troupe.link.Address;
import dev.troupe.link.Token;
import dev.troupe.node.RunningBoard;
import dev.troupe.store.StoreView;
import dev.troupe.values.Values;
import io.ray.runtime.metric.MetricsReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/// A worker's part: an engine whose head and store are in another process.
final class WorkerSession implements LinkedPeers.Watcher {
    private final WorkerTerms terms;
    private final LinkedPeers peers;
    private final Questions questions;
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
        peers = new LinkedPeers(terms.process(), Token.load(terms.token()), values, this::engine,
                process -> address(terms.sockets(), process),
                this::receive, this);
        questions = new Questions(process -> peers.of(terms.driver()).send(process));
        engine = new Engine(
                new Self(terms.process(), terms.shared().job().number(), terms.node(), terms.ip(), terms.namespace(), terms.gpus(), loader,
                        values),
                new LinkedOffice(questions), process -> process == terms.process() ? self : peers.of(process),
                new LinkedSpace(questions, StoreView.map(terms.store())), new BoardedTasks(board));
        self.connect(engine);
        Caller caller = new Caller(engine, terms.shared(), terms.lifetime(), terms.maxRetries());
        runtime = new TroupeRuntime(engine, caller, new Here(engine, terms.shared(), false), () -> {},
                () -> MetricsReport.ofThisProcess().text());
    }

    static Address address(Path sockets, int process) {
        return Address.parse("ipc://" + sockets.resolve(process + ".sock"));
    }

    private Engine engine() {
        return engine;
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

    private void receive(Peer from, Message message) {
        switch (message) {
            case Message.Answer answer -> questions.answered(answer);
            case Message.Question(long request, Query.Metrics()) ->
                    from.send(new Message.Answer(request, MetricsReport.ofThisProcess().families(), null));
            case Message.Gone gone -> {
                peers.forget(gone.process(), gone.why());
                engine.receive(from, message);
            }
            default -> engine.receive(from, message);
        }
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
