package dev.troupe.node;

import dev.troupe.cluster.LinkedStore;
import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import dev.troupe.messages.Query;
import dev.troupe.store.ObjectStore;
import dev.troupe.store.Place;
import java.io.IOException;
import java.util.concurrent.Executor;

/// Answers the requests of the processes of a node to its store.
final class StoreServer {
    private final ObjectStore store;
    private final ObjectCopies copies;
    private final Executor threads;

    /// @param copies brings objects of other nodes
    /// @param threads for operations that may take longer, such as spilling
    StoreServer(ObjectStore store, ObjectCopies copies, Executor threads) {
        this.store = store;
        this.copies = copies;
        this.threads = threads;
    }

    void stored(int from, Message.Stored message) {
        switch (message.what()) {
            case SEALED -> store.seal(message.id(), message.owner());
            case TAKEN -> store.take(message.id(), from);
            case DISCARDED -> store.discard(message.id());
            case UNPINNED -> store.unpin(message.id(), from);
            case DELETED -> store.delete(message.id());
        }
    }

    /// A process knows that another one has died.
    void renounced(int from, int dead) {
        store.renounce(from, dead);
    }

    void answer(Peer from, long request, Query.OfStore query) {
        switch (query) {
            case Query.Allocate(long bytes) -> place(from, request, () -> store.allocate(bytes, from.process()));
            case Query.Pin(long id, long bytes) -> place(from, request, () -> copies.pin(id, bytes, from.process()));
        }
    }

    private interface Placing {
        Place place() throws IOException;
    }

    private void place(Peer from, long request, Placing placing) {
        threads.execute(() -> {
            try {
                from.send(new Message.Answer(request, LinkedStore.Spot.of(placing.place()), null));
            } catch (IOException | RuntimeException e) {
                from.send(new Message.Answer(request, null, "the object store: " + e.getMessage()));
            }
        });
    }
}
