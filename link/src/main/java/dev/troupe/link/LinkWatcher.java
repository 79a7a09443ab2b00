package dev.troupe.link;

import java.time.Duration;

/// Is notified of the state of links, for each link in order and never concurrently. Of two links with the same node id, the first is reported lost
/// before the second is reported up. Called on the threads of the link: must not block.
public interface LinkWatcher {
    /// A watcher that ignores everything.
    LinkWatcher NONE = new LinkWatcher() {};

    /// A new session; no message arrives before this returns.
    default void up(Link link) {}

    /// The connection is lost, but the session has not ended yet: messages are queued.
    default void cut(Link link, String why) {}

    /// The same session continues, and nothing was lost.
    default void resumed(Link link) {}

    /// This side is closing, and has waited a while for the peer to receive this many messages. It gives up when the peer receives none for as long
    /// as `patience`. Called by the thread that closes.
    default void delayed(Link link, long messages, Duration patience) {}

    /// The session has ended; no message arrives afterwards.
    default void lost(Link link, Loss loss) {}
}
