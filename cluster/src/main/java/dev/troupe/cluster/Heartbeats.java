package dev.troupe.cluster;

import dev.troupe.head.Fact;
import dev.troupe.head.NodeKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// When the head last answered each node, and what follows from its silence: suspect, lost, fenced. The node counts from sending the last heartbeat that was
/// answered, and so has ended its workers before the head declares it fenced.
///
/// Time is passed in. Thread-safe.
final class Heartbeats {
    static final Duration SUSPECT = Duration.ofSeconds(3);
    static final Duration LOST = Duration.ofSeconds(10);
    private static final Duration MARGIN = Duration.ofSeconds(2);

    private final long fenceNanos;
    private final Map<Integer, Long> answered = new HashMap<>();
    private final Set<Integer> suspects = new HashSet<>();
    private final Map<Integer, Long> lost = new HashMap<>();
    private long checked;
    private boolean began;

    Heartbeats(Duration fence) {
        this.fenceNanos = fence.plus(MARGIN).toNanos();
    }

    /// A node has joined.
    synchronized void joined(int node, long now) {
        answered.put(node, now);
    }

    /// Whether a heartbeat of this node is to be answered: one that is lost is never believed again.
    synchronized boolean answers(int node, long now) {
        return answered.replace(node, now) != null;
    }

    /// The node is lost for another reason than its silence: it is fenced later.
    synchronized void lost(int node) {
        Long last = answered.remove(node);
        suspects.remove(node);
        if (last != null) {
            lost.put(node, last);
        }
    }

    /// The end of the node was witnessed.
    synchronized void ended(int node) {
        answered.remove(node);
        suspects.remove(node);
        lost.remove(node);
    }

    /// What the head should know by now. A node that is reported as lost stays known until it is fenced.
    synchronized List<Fact> news(long now) {
        if (began && now - checked > SUSPECT.toNanos()) {
            answered.replaceAll((_, _) -> now); // this process itself was suspended, and heartbeats may be waiting to be read
        }
        began = true;
        checked = now;
        List<Fact> news = new ArrayList<>();
        for (Map.Entry<Integer, Long> one : Map.copyOf(answered).entrySet()) {
            int node = one.getKey();
            long silent = now - one.getValue();
            if (silent > LOST.toNanos()) {
                lost(node);
                news.add(new Fact.NodeLost(new NodeKey(node), "node " + node + " was silent for " + LOST.toSeconds() + " s"));
            } else if (silent > SUSPECT.toNanos() && suspects.add(node)) {
                news.add(new Fact.NodeSuspected(new NodeKey(node)));
            } else if (silent <= SUSPECT.toNanos() && suspects.remove(node)) {
                news.add(new Fact.NodeTrusted(new NodeKey(node)));
            }
        }
        for (Map.Entry<Integer, Long> one : Map.copyOf(lost).entrySet()) {
            if (now - one.getValue() > fenceNanos) {
                lost.remove(one.getKey());
                news.add(new Fact.NodeFenced(new NodeKey(one.getKey()), "node " + one.getKey() + " is past its fence"));
            }
        }
        return news;
    }
}
