package dev.troupe.cluster;

import dev.troupe.head.Cluster;
import dev.troupe.head.Fact;
import dev.troupe.head.Head;
import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import dev.troupe.messages.Query;
import dev.troupe.store.ObjectStore;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/// Answers the requests of workers to the head and the store in this process.
public final class ClusterServer {
    private final LocalHead head;
    private final ObjectStore store;
    private final ExecutorService threads;

    /// @param threads for operations that may take longer, such as spilling
    public ClusterServer(LocalHead head, ObjectStore store, ExecutorService threads) {
        this.head = head;
        this.store = store;
        this.threads = threads;
    }

    public void serve(Peer from, Message.ToServer message) {
        switch (message) {
            case Message.ToHead(Fact fact) -> head.tell(fact);
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
        }
    }

    private void answer(Peer from, long request, Query query) {
        switch (query) {
            case Query.OfHead(Fact fact) ->
                    head.ask(fact, refused -> from.send(new Message.Answer(request, null, refused.orElse(null))));
            case Query.View() -> // the answer is large: the head does not wait until it is written
                    head.read(Head::view, view -> threads.execute(() -> from.send(new Message.Answer(request, view, null))));
            case Query.Nodes() -> head.read(Head::nodes,
                    nodes -> from.send(new Message.Answer(request, nodes.toArray(Cluster.NodeView[]::new), null)));
            case Query.ActorOf(var key) -> head.read(it -> it.actor(key), found -> send(from, request, found));
            case Query.ActorNamed(String namespace, String name) ->
                    head.read(it -> it.actorNamed(namespace, name), found -> send(from, request, found));
            case Query.GroupOf(var key) -> head.read(it -> it.group(key), found -> send(from, request, found));
            case Query.GroupNamed(String namespace, String name) ->
                    head.read(it -> it.groupNamed(namespace, name), found -> send(from, request, found));
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
                from.send(new Message.Answer(request, LinkedStore.Spot.of(placing.place()), null));
            } catch (IOException | RuntimeException e) {
                from.send(new Message.Answer(request, null, "the object store: " + e.getMessage()));
            }
        });
    }

    private static void send(Peer to, long request, Optional<?> found) {
        to.send(new Message.Answer(request, found.orElse(null), null));
    }
}
