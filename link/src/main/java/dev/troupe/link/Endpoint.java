package dev.troupe.link;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// All links of one process.
@SuppressWarnings("DoNotCallSuggester")
public final class Endpoint implements AutoCloseable {
    public Endpoint(Identity self, Token token, LinkOptions options, LinkWatcher watcher) {}

    /// Who we are.
    public Identity self() {
        throw new UnsupportedOperationException();
    }

    /// Says who takes the messages of a channel (0 to 15). Before the first `listen` or `dial`.
    public void channel(int id, Receiver receiver) {
        throw new UnsupportedOperationException();
    }

    /// Says who answers the requests of a channel (0 to 15). Before the first `listen` or `dial`.
    public void requests(int id, Responder responder) {
        throw new UnsupportedOperationException();
    }

    /// Accepts links at an address and returns it with its port resolved.
    public Address listen(Address on) throws IOException {
        throw new UnsupportedOperationException();
    }

    /// Keeps a link to the process at an address: dials until it answers, again after each loss, until `close`.
    public void dial(Address to) {
        throw new UnsupportedOperationException();
    }

    /// The sessions that are alive: connected, or cut and expected back.
    public List<Link> links() {
        throw new UnsupportedOperationException();
    }

    /// Why dialling this address does not succeed, in words for a user; empty while it is linked.
    public Optional<String> lastFailure(Address to) {
        throw new UnsupportedOperationException();
    }

    /// Told from outside that the process behind a node id is dead: its link is lost at once.
    public void forget(int nodeId, String why) {
        throw new UnsupportedOperationException();
    }

    /// Flushes what is queued (5 s at most), says goodbye, ends every thread.
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
