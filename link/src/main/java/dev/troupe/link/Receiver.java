package dev.troupe.link;

/// Takes the messages of a channel, in the order they were sent. Called on the link's reader thread: must not block. Once a message is
/// consumed, now or later and on any thread, `from.release(channel, message.length)` lets the sender send more.
@FunctionalInterface
public interface Receiver {
    void message(Link from, byte[] message);
}
