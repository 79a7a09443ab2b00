package dev.troupe.link;

import dev.troupe.transport.Identity;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// All sessions of one process, and what they share.
final class Sessions {
    private final Identity self;
    private final LinkOptions options;
    private final LongSupplier clock;
    private final Consumer<SessionChange> changes;
    private final Callbacks callbacks;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private volatile boolean closing;

    /// @param changes is notified of all state changes of sessions
    Sessions(Identity self, LinkOptions options, LongSupplier clock, Consumer<SessionChange> changes, Callbacks callbacks) {
        this.self = self;
        this.options = options;
        this.clock = clock;
        this.changes = changes;
        this.callbacks = callbacks;
    }

    Identity self() {
        return self;
    }

    LinkOptions options() {
        return options;
    }

    LongSupplier clock() {
        return clock;
    }

    Callbacks callbacks() {
        return callbacks;
    }

    SessionCourse course() {
        return new SessionCourse(options.grace(), clock, changes);
    }

    /// From now on no new session may begin.
    void close() {
        closing = true;
    }

    boolean closing() {
        return closing;
    }

    /// Begins a session. A caller that finds [#closing] afterwards must end it: `close` says goodbye only to links that were added before.
    Link begin(Identity peer, long session, int window, int maxMessage) {
        Link link = new Link(this, peer, session, window, maxMessage);
        links.add(link);
        return link;
    }

    void ended(Link link) {
        links.remove(link);
    }

    /// The sessions whose end was not reported yet.
    List<Link> all() {
        return List.copyOf(links);
    }

    /// The sessions that are connected, or disconnected and expected back.
    List<Link> alive() {
        return links.stream().filter(link -> !link.over()).toList();
    }

    String threadName(String what) {
        return "troupe node " + self.nodeId() + " " + what;
    }
}
