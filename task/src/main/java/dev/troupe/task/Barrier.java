package dev.troupe.task;

import dev.troupe.text.Durations;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/// All linked nodes wait for each other here: no node continues before all have arrived.
///
/// ```java
/// task.use(Barrier.of(task));
/// task.use(ctx -> IO.println("all nodes are in step " + ctx.step()));
/// ```
///
/// A node that leaves is no longer waited for; a node that joins later is waited for from its next arrival on. The barrier works for any two nodes
/// that are linked or have a common neighbour: so for mesh and star. When the task finishes, the barrier opens.
public final class Barrier implements Middleware<Context> {
    /// The progress of a node: the last round in which it arrived, and the last in which it saw all its neighbours arrive. There are two phases so
    /// that the leaves of a star, which do not see each other, wait for each other, too.
    private record Progress(long arrived, long complete) {
        /// Reports may overtake each other: a node reports its progress to a newcomer on another thread than that of its steps.
        Progress furthest(Progress other) {
            return new Progress(Math.max(arrived, other.arrived), Math.max(complete, other.complete));
        }
    }

    private final Task<?> task;
    private final String name;
    private final Duration timeout;
    private final Rounds rounds;

    /// Guarded by the lock of the task's [Life].
    private static final class Rounds {
        private final Map<Integer, Progress> peers = new TreeMap<>();
        private Progress mine = new Progress(-1, -1);
        private final LongWait wait;

        Rounds(Life life) {
            wait = new LongWait(life);
        }
    }

    private Barrier(Task<?> task, String name, Duration timeout, Rounds rounds) {
        this.task = task;
        this.name = name;
        this.timeout = timeout;
        this.rounds = rounds;
    }

    /// The barrier of a task that has only one.
    public static Barrier of(Task<?> task) {
        return of(task, "step");
    }

    /// One of several barriers. All nodes must pass the barriers of one name equally often.
    public static Barrier of(Task<?> task, String name) {
        task.claim("barrier '" + name + "'", "give the second one another name: Barrier.of(task, \"…\")");
        Barrier barrier = new Barrier(task, name, Duration.ofSeconds(60), new Rounds(task.life()));
        barrier.listen();
        return barrier;
    }

    /// The same barrier with another timeout than 60 s.
    public Barrier timeout(Duration timeout) {
        return new Barrier(task, name, timeout, rounds);
    }

    private void listen() {
        Life life = task.life();
        task.on(event(),
                (Integer node, Long arrived, Long complete) -> life
                        .change(() -> rounds.peers.merge(node, new Progress(arrived, complete), Progress::furthest)));
        task.onGone(node -> life.change(() -> rounds.peers.remove(node)));
        // A node that has just joined does not know the progress of the others.
        task.on(Router.PEER_JOINED, (Integer node) -> tell());
    }

    @Override
    public String name() {
        return "Barrier '" + name + "'";
    }

    @Override
    public void run(Context ctx) throws Exception {
        long round = nextRound();
        advance(new Progress(round, round - 1));
        await(round, ctx, Progress::arrived);
        advance(new Progress(round, round));
        // A node that has arrived in a later round has passed this one.
        await(round, ctx, peer -> Math.max(peer.complete, peer.arrived - 1));
    }

    /// One more than the last round, or the round of the others for a node that joined later.
    private long nextRound() {
        synchronized (task.life()) {
            long others = rounds.peers.values().stream().mapToLong(Progress::arrived).max().orElse(0);
            return Math.max(rounds.mine.arrived + 1, others);
        }
    }

    private void advance(Progress progress) {
        task.life().change(() -> rounds.mine = progress);
        tell();
    }

    private void tell() {
        Progress now;
        synchronized (task.life()) {
            now = rounds.mine;
        }
        task.onlyRemote().emit(event(), task.router().nodeId(), now.arrived, now.complete);
    }

    private void await(long round, Context ctx, ToLongFunction<Progress> reached) throws InterruptedException {
        String self = "node " + task.router().nodeId();
        if (!rounds.wait.await(() -> missing(round, reached).isEmpty(), timeout,
                () -> self + " still waits at barrier '" + name + "' for " + shown(missing(round, reached)))) {
            Set<Integer> missing;
            synchronized (task.life()) {
                missing = missing(round, reached);
            }
            throw new EventTimeoutException(
                    self + " waited " + Durations.text(timeout) + " at barrier '" + name + "' in step " + ctx.step() + " for "
                            + shown(missing)
                            + "; every node must use this barrier in each step, or wait longer with timeout(…)");
        }
    }

    private Set<Integer> missing(long round, ToLongFunction<Progress> reached) {
        Set<Integer> missing = new TreeSet<>(task.router().peers());
        missing.removeIf(node -> rounds.peers.containsKey(node) && reached.applyAsLong(rounds.peers.get(node)) >= round);
        return missing;
    }

    private static String shown(Set<Integer> nodes) {
        return nodes.stream().map(node -> "node " + node).collect(Collectors.joining(", "));
    }

    private String event() {
        return "troupe.barrier." + name;
    }
}
