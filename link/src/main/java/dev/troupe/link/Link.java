package dev.troupe.link;

import java.util.concurrent.CompletableFuture;

/// A session with one living peer process. It outlives connections: after a cut it goes on where it was, and nothing is lost, doubled
/// or reordered between two living processes.
@SuppressWarnings("DoNotCallSuggester")
public final class Link {
    Link() {}

    /// The process at the other end.
    public Identity peer() {
        throw new UnsupportedOperationException();
    }

    /// Where the peer was last connected from or at, for messages.
    public String remote() {
        throw new UnsupportedOperationException();
    }

    /// Sends in order; blocks while the channel's window or the queue is used up. The array may be reused afterwards.
    public void send(int channel, byte[] message) throws InterruptedException {
        throw new UnsupportedOperationException();
    }

    /// Like `send`, but refuses (false) instead of blocking. An accepted array belongs to the link.
    public boolean offer(int channel, byte[] message) {
        throw new UnsupportedOperationException();
    }

    /// Has `action` called whenever there is room again on the channel after an offer was refused, or the link is lost. It must not
    /// block. One action per channel: a later one replaces the earlier.
    public void onRoom(int channel, Runnable action) {
        throw new UnsupportedOperationException();
    }

    /// The receiver has consumed one message of so many bytes: the sender may send more.
    public void release(int channel, int bytes) {
        release(channel, 1, bytes);
    }

    /// The receiver has consumed several messages of so many bytes together.
    public void release(int channel, int messages, long bytes) {
        throw new UnsupportedOperationException();
    }

    /// Asks the peer; blocks like `send`. The future fails with [LinkLostException] or [RemoteFailureException].
    public CompletableFuture<byte[]> request(int channel, byte[] message) {
        throw new UnsupportedOperationException();
    }

    public LinkStats stats() {
        throw new UnsupportedOperationException();
    }
}
