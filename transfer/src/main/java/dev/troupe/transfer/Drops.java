package dev.troupe.transfer;

import dev.troupe.link.ByteStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Tells other nodes which originals of this node are gone. Tries again until a node has answered or is gone itself.
final class Drops implements AutoCloseable {
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(5);
    private static final int MOST_AT_ONCE = 100_000;

    private final int self;
    private final Pull.Opener opener;
    /// The ids that each node has to be told; a node in this map has a thread.
    private final Map<Integer, Set<Long>> due = new HashMap<>();
    private boolean closed;

    Drops(int self, Pull.Opener opener) {
        this.self = self;
        this.opener = opener;
    }

    /// Does not block.
    synchronized void tell(Set<Integer> nodes, long id) {
        for (int node : nodes) {
            Set<Long> ids = due.get(node);
            if (ids == null && !closed) {
                ids = new LinkedHashSet<>();
                due.put(node, ids);
                Thread.ofVirtual().name("troupe node " + self + " drops copies on node " + node).start(() -> send(node));
            }
            if (ids != null) {
                ids.add(id);
            }
        }
    }

    private void send(int node) {
        long pause = FIRST_PAUSE;
        for (List<Long> ids = next(node); !ids.isEmpty(); ids = next(node)) {
            try {
                tell(node, ids);
                done(node, ids);
                pause = FIRST_PAUSE;
            } catch (NodeGoneException e) {
                done(node, ids);
            } catch (IOException | RuntimeException e) {
                pause(pause);
                pause = Math.min(2 * pause, LONGEST_PAUSE);
            }
        }
    }

    private void tell(int node, List<Long> ids) throws IOException {
        try (ByteStream stream = opener.open(node, new Request.Drop(self))) {
            Talk talk = new Talk(stream);
            talk.say(ids.size());
            ids.forEach(talk::say);
            talk.send();
            talk.hear();
        }
    }

    /// Empty when there is nothing left to tell, and then the thread ends.
    private synchronized List<Long> next(int node) {
        Set<Long> ids = due.get(node);
        if (ids.isEmpty() || closed) {
            due.remove(node);
            return List.of();
        }
        return ids.stream().limit(MOST_AT_ONCE).toList();
    }

    private synchronized void done(int node, List<Long> ids) {
        due.get(node).removeAll(Set.copyOf(ids));
    }

    private synchronized void pause(long nanos) {
        try {
            long deadline = System.nanoTime() + nanos;
            for (long left = nanos; left > 0 && !closed; left = deadline - System.nanoTime()) {
                wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
            }
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
