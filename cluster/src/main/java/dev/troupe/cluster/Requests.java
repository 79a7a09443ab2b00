package dev.troupe.cluster;

import dev.troupe.messages.Message;
import dev.troupe.messages.Query;
import io.ray.api.exception.RayException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// The requests of a worker to the head and the store that are not answered yet.
public final class Requests {
    /// @param refused the reason for a refusal, or null
    private record Reply(Object value, String refused) {}

    private final Consumer<Message> server;
    private final Map<Long, CompletableFuture<Reply>> open = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    /// @param server sends messages there
    public Requests(Consumer<Message> server) {
        this.server = server;
    }

    /// Sends messages there.
    Consumer<Message> server() {
        return server;
    }

    /// Blocks until it is answered.
    ///
    /// @throws RayException if it is refused
    Object ask(Query query) {
        Reply reply = reply(query);
        if (reply.refused != null) {
            throw new RayException(reply.refused);
        }
        return reply.value;
    }

    /// The reason for a refusal, or null.
    String refusal(Query query) {
        return reply(query).refused;
    }

    private Reply reply(Query query) {
        long request = numbers.incrementAndGet();
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        open.put(request, reply);
        server.accept(new Message.Question(request, query));
        try {
            return holds(query) ? reply.join() : reply.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RayException("interrupted while waiting for the head", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            open.remove(request);
        }
    }

    // The answer to these hands out a resource, which a caller that stopped waiting could not return. An interrupt therefore takes effect
    // afterwards.
    private static boolean holds(Query query) {
        return switch (query) {
            case Query.Allocate _,Query.Pin _ -> true;
            case Query.OfHead _,Query.View _,Query.Nodes _,Query.ActorOf _,Query.ActorNamed _,Query.GroupOf _,Query.GroupNamed _ ->
                    false;
        };
    }

    public void answered(Message.Answer answer) {
        CompletableFuture<Reply> reply = open.get(answer.request());
        if (reply != null) {
            reply.complete(new Reply(answer.value(), answer.refused()));
        }
    }
}
