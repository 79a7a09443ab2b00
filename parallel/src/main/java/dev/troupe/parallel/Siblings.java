package dev.troupe.parallel;

import dev.troupe.link.Endpoint;
import dev.troupe.link.Link;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The peers that the same launcher started. The launcher reports at once when the process of one has ended. From then on no worker dials its port,
/// which another program may use soon.
final class Siblings {
    private static final Logger LOG = System.getLogger("dev.troupe.parallel");

    private final Endpoint endpoint;
    private final Set<Integer> all;
    /// Siblings that said goodbye while their task was open.
    private final Map<Integer, Parting> leftEarly = new ConcurrentHashMap<>();
    /// Siblings that have ended normally, while this process still reads what they sent.
    private final Map<Integer, PeerEnded> beingRead = new ConcurrentHashMap<>();

    Siblings(Endpoint endpoint, Set<Integer> all) {
        this.endpoint = endpoint;
        this.all = all;
    }

    /// A peer said goodbye while its task was open. Returns true for a sibling: the launcher will report how it ended.
    boolean leftEarly(Parting parting) {
        boolean sibling = all.contains(parting.node());
        if (sibling) {
            leftEarly.put(parting.node(), parting);
        }
        return sibling;
    }

    /// A peer has joined, perhaps again.
    void joined(int nodeId) {
        leftEarly.remove(nodeId);
    }

    void ended(PeerEnded news) {
        String how = "its process " + news.how();
        Parting early = leftEarly.remove(news.nodeId());
        if (early != null) {
            LOG.log(Level.WARNING, early.line(how + " while its task was open"));
        }
        if (news.failed()) {
            endpoint.forget(news.nodeId(), how);
        }
        if (news.comesBack()) {
            return;
        }
        beingRead.put(news.nodeId(), news);
        if (endpoint.links().stream().noneMatch(link -> link.peer().nodeId() == news.nodeId() && link.connected())) {
            letGo(news.nodeId());
        }
    }

    /// A connection has ended; returns true if it belongs to a sibling whose process has ended, so that it will not reconnect.
    boolean disconnected(Link link) {
        boolean over = beingRead.containsKey(link.peer().nodeId());
        if (over) {
            // Not on a thread of the link, because that would wait for itself.
            Thread.ofVirtual().start(() -> letGo(link.peer().nodeId()));
        }
        return over;
    }

    private void letGo(int nodeId) {
        PeerEnded news = beingRead.remove(nodeId);
        if (news != null) {
            endpoint.forget(nodeId, "its process " + news.how());
            endpoint.hangUp(news.listened());
        }
    }
}
