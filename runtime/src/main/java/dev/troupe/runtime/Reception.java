package dev.troupe.runtime;

import dev.troupe.head.Cluster;
import dev.troupe.head.Fact;
import dev.troupe.head.Head;
import dev.troupe.store.ObjectStore;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/// Serves what workers ask of the head and the store in this process.
final class Reception {
    private final Center center;
    private final ObjectStore store;
    private final ExecutorService threads;

    /// @param threads for what may take longer, such as spilling
    Reception(Center center, ObjectStore store, ExecutorService threads) {
        this.center = center;
        this.store = store;
        this.threads = threads;
    }

    /// True when the message was for head or store.
    boolean serve(Peer from, Message message) {
        switch (message) {
            case Message.ToHead(Fact fact) -> center.tell(fact);
            case Message.Stored(long id, Message.Stored.What what, int owner) -> {
                switch (what) {
                    case SEALED -> store.seal(id, owner);
                    case TAKEN -> store.take(id, from.process());
                    case DISCARDED -> store.discard(id);
                    case UNPINNED -> store.unpin(id, from.process());
                    case DELETED -> store.delete(id);
                }
            }
            case Message.Renounced(int process) -> store.renounce(from.process(), process);
            case Message.Question(long request, Query query) -> answer(from, request, query);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void answer(Peer from, long request, Query query) {
        switch (query) {
            case Query.OfHead(Fact fact) ->
                    center.ask(fact, refused -> from.send(new Message.Answer(request, null, refused.orElse(null))));
            case Query.View() -> // large: the head does not wait until it is written
                    center.read(Head::view, view -> threads.execute(() -> from.send(new Message.Answer(request, view, null))));
            case Query.Nodes() -> center.read(Head::nodes,
                    nodes -> from.send(new Message.Answer(request, nodes.toArray(Cluster.NodeView[]::new), null)));
            case Query.Metrics() -> throw new IllegalArgumentException("not for a driver: " + query);
            case Query.ActorOf(var key) -> center.read(head -> head.actor(key), found -> send(from, request, found));
            case Query.ActorNamed(String namespace, String name) ->
                    center.read(head -> head.actorNamed(namespace, name), found -> send(from, request, found));
            case Query.GroupOf(var key) -> center.read(head -> head.group(key), found -> send(from, request, found));
            case Query.GroupNamed(String namespace, String name) ->
                    center.read(head -> head.groupNamed(namespace, name), found -> send(from, request, found));
            case Query.Allocate(long bytes) -> place(from, request, () -> store.allocate(bytes, from.process()));
            case Query.Pin(long id) -> place(from, request, () -> store.pin(id, from.process()));
        }
    }

    private interface Placing {
        dev.troupe.store.Place place() throws IOException;
    }

    private void place(Peer from, long request, Placing placing) {
        threads.execute(() -> {
            try {
                from.send(new Message.Answer(request, LinkedSpace.Spot.of(placing.place()), null));
            } catch (IOException | RuntimeException e) {
                from.send(new Message.Answer(request, null, "the object store: " + e.getMessage()));
            }
        });
    }

    private static void send(Peer to, long request, Optional<?> found) {
        to.send(new Message.Answer(request, found.orElse(null), null));
    }
}
