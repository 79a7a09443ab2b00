package dev.troupe.runtime;

import dev.troupe.cluster.LinkedHead;
import dev.troupe.cluster.LinkedStore;
import dev.troupe.cluster.Requests;
import dev.troupe.cluster.Seat;
import dev.troupe.head.Fact;
import dev.troupe.head.Shape;
import dev.troupe.hosting.RunningTasks;
import dev.troupe.link.Endpoint;
import dev.troupe.messages.LinkedPeers;
import dev.troupe.messages.LocalPeer;
import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import dev.troupe.messages.ProcessPeers;
import dev.troupe.messages.Query;
import dev.troupe.messages.Receivers;
import dev.troupe.messages.ThisProcess;
import dev.troupe.store.StoreView;
import dev.troupe.transport.Address;
import dev.troupe.transport.Token;
import dev.troupe.values.Values;
import io.ray.runtime.metric.MetricsReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/// The session of a process whose agent is another process: its engine reaches the head and the store through the agent.
final class WorkerSession implements LinkedPeers.Watcher, AutoCloseable {
    private final Seat seat;
    private final ProcessPeers peers;
    private final LinkedPeers others;
    private final Requests requests;
    private final Engine engine;
    private final TroupeRuntime runtime;
    private final Runnable orphaned;
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile boolean closed;

    /// @param orphaned is called when the agent has ended
    WorkerSession(Seat seat, WorkerTerms terms, RunningTasks board, Runnable orphaned) throws IOException {
        this.seat = seat;
        this.orphaned = orphaned;
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Values values = Values.with(loader);
        Receivers receivers = Receivers.none().process((from, message) -> engine().receive(from, message)).member(this::receive);
        peers = new ProcessPeers(new LocalPeer(seat.process(), receivers::receive));
        requests = new Requests(this::sendToAgent);
        engine = new Engine(
                new ThisProcess(seat.process(), terms.shared().job().number(), seat.agent(), seat.ip(), terms.namespace(), seat.gpus(),
                        loader, values),
                new LinkedHead(requests), peers, new LinkedStore(requests, StoreView.map(seat.store())), board);
        others = new LinkedPeers(seat.process(), Token.load(seat.token()), seat.links(), values, engine.calls()::names,
                this::locate, receivers, this);
        peers.link(others);
        Caller caller = new Caller(engine, terms.shared(), terms.lifetime(), terms.maxRetries());
        runtime = new TroupeRuntime(engine, caller, new RayContext(engine, terms.shared(), false), this,
                () -> MetricsReport.ofThisProcess().text());
    }

    private Engine engine() {
        return engine;
    }

    static Path socket(Path sockets, int process) {
        return sockets.resolve(process + ".sock");
    }

    static Address address(Path socket) {
        return Address.parse("ipc://" + socket);
    }

    // The sockets of the processes of this node are in one directory; the head knows where the others listen.
    private void locate(int process, Consumer<Address> found) {
        Path socket = socket(seat.sockets(), process);
        if (Files.exists(socket)) {
            found.accept(address(socket));
        } else {
            requests.later(new Query.AddressOf(process), address -> {
                if (!address.equals("")) {
                    found.accept(Address.parse((String) address));
                }
            });
        }
    }

    private void sendToAgent(Message message) {
        peers.send(seat.agent(), message);
    }

    TroupeRuntime runtime() {
        return runtime;
    }

    /// Work arrives from here on.
    void begin() throws IOException {
        others.listen(address(socket(seat.sockets(), seat.process())));
        String address = seat.listen().isEmpty() ? "" : others.listen(Address.parse(seat.listen())).toString();
        sendToAgent(new Message.Listens(address, ProcessHandle.current().pid()));
    }

    /// For streams beside the links.
    Endpoint endpoint() {
        return others.endpoint();
    }

    /// Reports a fact to the head.
    void tell(Fact fact) {
        sendToAgent(new Message.ToHead(fact));
    }

    /// Tasks of this shape will be submitted soon.
    void expect(Shape shape) {
        engine.calls().tasks().expect(shape);
    }

    @Override
    public void close() {
        closed = true;
        requests.close("Ray was shut down, or the node on this machine has ended");
        engine.close();
        peers.close();
    }

    void awaitEnd() throws InterruptedException {
        end.await();
    }

    private void receive(Peer from, Message.ToMember message) {
        switch (message) {
            case Message.Answer answer -> requests.answered(answer);
            case Message.Measure(long request) -> from.send(new Message.Measured(request, MetricsReport.ofThisProcess().families()));
            case Message.Meet(int process, String address) -> others.meet(process, Address.parse(address));
            case Message.Gone gone -> {
                peers.forget(gone.process(), gone.why());
                engine.gone(gone);
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
        if (closed) {
            return;
        }
        if (process == seat.agent()) {
            orphaned.run();
        } else {
            sendToAgent(new Message.Unreachable(process, why)); // the head ends it and notifies all others
        }
    }
}
