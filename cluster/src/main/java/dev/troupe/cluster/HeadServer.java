package dev.troupe.cluster;

import dev.troupe.head.Cluster;
import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.head.Head;
import dev.troupe.head.NodeKey;
import dev.troupe.head.ProcessKey;
import dev.troupe.messages.Joined;
import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import dev.troupe.messages.Peers;
import dev.troupe.messages.Query;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// The head of a cluster as a server. It knows the processes of the cluster, passes their facts to the head, sends them its effects and answers
/// their questions. There is one link to each node: the agent there passes messages on to the processes of its node.
public final class HeadServer implements AutoCloseable {
    /// The number of the process that contains it.
    public static final int PROCESS = 1;

    private static final long CHECK_MILLIS = 500;

    private static final Logger LOG = System.getLogger("dev.troupe.runtime");

    private final int self;
    private final String version;
    private final long fenceMillis;
    private final Peers peers;
    private final Processes processes = new Processes();
    private final Heartbeats heartbeats;
    private final LocalHead head = new LocalHead(this::carryOut);
    private final ExecutorService threads = Executors
            .newCachedThreadPool(Thread.ofPlatform().daemon().name("troupe-server-", 0).factory());

    private final ScheduledExecutorService clock = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("troupe-members").factory());

    /// @param self the number of this process
    /// @param version of this software; processes with another one are refused
    /// @param fenceMillis how long nodes continue without an answer of the head; 0 if there are no other nodes
    public HeadServer(int self, String version, long fenceMillis, Peers peers) {
        this.self = self;
        this.version = version;
        this.fenceMillis = fenceMillis;
        this.peers = peers;
        this.heartbeats = new Heartbeats(Duration.ofMillis(fenceMillis));
        head.read(Head::nextProcess, _ -> {}); // the number of this process
        if (fenceMillis > 0) {
            var _ = clock.scheduleWithFixedDelay(this::checkHeartbeats, CHECK_MILLIS, CHECK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /// The head, for processes that are in this JVM.
    public LocalHead head() {
        return head;
    }

    /// Must not block: it may be called on the thread that reads a link.
    public void receive(Peer agent, Message.ToServer message) {
        switch (message) {
            case Message.Relayed(int process, Message.ForHead relayed) -> relayed(agent, process, relayed);
            case Message.Left(String why) -> left(agent.process(), why);
            case Message.Beat(long number) -> {
                if (heartbeats.answers(agent.process(), System.nanoTime())) {
                    agent.send(new Message.Beaten(number));
                }
            }
        }
    }

    private void relayed(Peer agent, int process, Message.ForHead message) {
        switch (message) {
            case Message.ToHead(Fact fact) -> tell(agent.process(), fact);
            case Message.Listens(String address, long _) -> {
                processes.add(process, agent.process(), address);
                if (process == agent.process() && process != self) {
                    heartbeats.joined(process, System.nanoTime());
                } else if (process != agent.process()) {
                    head.tell(new Fact.WorkerStarted(new ProcessKey(process)));
                }
            }
            case Message.Unreachable(int other, String why) -> unreachable(other, why);
            case Message.Question(long request, Query query) -> answer(process, agent, request, query);
        }
    }

    private void tell(int agent, Fact fact) {
        if (fact instanceof Fact.ProcessLost(ProcessKey process, String why, Set<Long> ran)) {
            head.tell(fact, () -> gone(process.number(), agent, why, ran));
        } else {
            head.tell(fact);
        }
    }

    // On the head's thread, so that everyone knows of it before they see its consequences.
    private void gone(int process, int node, String why, Set<Long> ran) {
        processes.remove(process);
        Message.Gone gone = new Message.Gone(process, node, why, ran.stream().mapToLong(Long::longValue).toArray());
        processes.agents().forEach(agent -> peers.send(agent, new Message.DeliverToAll(gone)));
    }

    private void checkHeartbeats() {
        for (Fact fact : heartbeats.news(System.nanoTime())) {
            if (fact instanceof Fact.NodeLost(NodeKey node, String why)) {
                nodeGone((int) node.number(), why, fact);
            } else {
                head.tell(fact);
            }
        }
    }

    /// The link to a process is lost. Returns false if it is not the agent of a node.
    public boolean lost(int process, String why) {
        boolean agent = process != self && processes.find(process).filter(found -> found.agent() == process).isPresent();
        if (agent) {
            heartbeats.lost(process);
            String sentence = "the link to node " + process + " is lost: " + why;
            nodeGone(process, sentence, new Fact.NodeLost(new NodeKey(process), sentence));
        }
        return agent;
    }

    // All processes of the node are gone for everybody, before anything follows from it.
    private void nodeGone(int agent, String why, Fact fact) {
        if (processes.find(agent).isPresent()) {
            LOG.log(fact instanceof Fact.NodeLost ? Level.WARNING : Level.INFO, why);
        }
        head.tell(fact, () -> {
            gone(agent, agent, why, Set.of()); // first: nothing that it passes on is accepted any more
            for (int process : processes.of(agent)) {
                gone(process, agent, why, Set.of());
            }
        });
    }

    // The node has ended its workers and said so.
    private void left(int agent, String why) {
        heartbeats.ended(agent);
        String sentence = "node " + agent + " has left: " + why;
        nodeGone(agent, sentence, new Fact.NodeFenced(new NodeKey(agent), sentence));
    }

    // A process that another one cannot reach is useless to it, even if it still runs.
    private void unreachable(int process, String why) {
        processes.find(process).ifPresent(found -> peers.send(found.agent(),
                new Message.Order(new Effect.StopWorker(new NodeKey(found.agent()), new ProcessKey(process), why, true))));
    }

    // On the head's thread.
    private void carryOut(Effect effect) {
        switch (effect) {
            case Effect.StartWorker start -> peers.send((int) start.node().number(), new Message.Order(start));
            case Effect.StopWorker stop -> peers.send((int) stop.node().number(), new Message.Order(stop));
            case Effect.Drained(NodeKey node) -> peers.send((int) node.number(), new Message.Leave("it is drained"));
            case Effect.ToOne it -> deliver(it.to().number(), new Message.FromHead(it));
            case Effect.ToMany it -> it.to().forEach(to -> deliver(to.number(), new Message.FromHead(it)));
        }
    }

    private void deliver(int process, Message message) {
        processes.find(process).ifPresent(found -> peers.send(found.agent(), new Message.Deliver(process, message)));
    }

    private void answer(int process, Peer agent, long request, Query query) {
        switch (query) {
            case Query.OfHead(Fact fact) ->
                    head.ask(fact, refused -> send(agent, process, new Message.Answer(request, null, refused.orElse(null))));
            case Query.View() -> // the answer is large: the head does not wait until it is written
                    head.read(Head::view,
                            view -> threads.execute(() -> send(agent, process, new Message.Answer(request, view, null))));
            case Query.Nodes() -> head.read(Head::nodes,
                    nodes -> send(agent, process, new Message.Answer(request, nodes.toArray(Cluster.NodeView[]::new), null)));
            case Query.ActorOf(var key) -> head.read(it -> it.actor(key), found -> send(agent, process, request, found));
            case Query.ActorNamed(String namespace, String name) ->
                    head.read(it -> it.actorNamed(namespace, name), found -> send(agent, process, request, found));
            case Query.GroupOf(var key) -> head.read(it -> it.group(key), found -> send(agent, process, request, found));
            case Query.GroupNamed(String namespace, String name) ->
                    head.read(it -> it.groupNamed(namespace, name), found -> send(agent, process, request, found));
            case Query.AddressOf(int other) -> send(agent, process, request, address(process, other));
            case Query.Join(String theirs) -> join(agent, process, request, theirs);
            case Query.OfStore misled ->
                    send(agent, process, new Message.Answer(request, null, "the head has no store for " + misled + "; please report this"));
        }
    }

    private Optional<String> address(int asking, int wanted) {
        Optional<String> address = processes.find(wanted).map(Processes.Located::address);
        if (address.isPresent() && address.get().isEmpty()) {
            processes.find(asking).filter(found -> !found.address().isEmpty())
                    .ifPresent(found -> deliver(wanted, new Message.Meet(asking, found.address())));
        }
        return address;
    }

    private void join(Peer agent, int process, long request, String theirs) {
        if (theirs.equals(version)) {
            head.read(Head::nextProcess, number -> send(agent, process,
                    new Message.Answer(request, new Joined(number.number(), self, fenceMillis), null)));
        } else {
            send(agent, process, new Message.Answer(request, null,
                    "this cluster runs Troupe " + version + ", and the process that wants to join " + theirs
                            + ": install the same version"));
        }
    }

    private static void send(Peer agent, int process, long request, Optional<?> found) {
        send(agent, process, new Message.Answer(request, found.orElse(null), null));
    }

    private static void send(Peer agent, int process, Message answer) {
        agent.send(process == agent.process() ? answer : new Message.Deliver(process, answer));
    }

    @Override
    public void close() {
        clock.shutdownNow();
        head.close();
        threads.shutdownNow();
    }
}
