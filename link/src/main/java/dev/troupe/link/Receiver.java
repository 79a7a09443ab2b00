package dev.troupe.link;

/// Receives the messages of a channel, in the order in which they were sent. Called on the link's reader thread: must not block. When a message has
/// been consumed, now or later and on any thread, call `from.release(channel, message.length)` to let the sender send more.
@FunctionalInterface
public interface Receiver {
    void message(Link from, byte[] message);
}
