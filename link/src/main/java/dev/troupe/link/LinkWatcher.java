package dev.troupe.link;

import java.time.Duration;

/// Told about the life of links, for each link in order and never concurrently; of two links with the same node id the first is lost before the
/// second is up. Called on the threads of the link: must not block.
public interface LinkWatcher {
    /// A watcher that ignores everything.
    LinkWatcher NONE = new LinkWatcher() {};

    /// A new session; no message arrives before this returns.
    default void up(Link link) {}

    /// The connection is lost, the session is not (yet): what is sent waits.
    default void cut(Link link, String why) {}

    /// The same session goes on, with nothing lost.
    default void resumed(Link link) {}

    /// This side closes, and has waited a while for the peer to take so many messages. It gives up when the peer takes none for as long as
    /// `patience`. Called by the thread that closes.
    default void delayed(Link link, long messages, Duration patience) {}

    /// The session is over; no message arrives afterwards.
    default void lost(Link link, Loss loss) {}
}
