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

/// The requests of a process to the head and the store that are not answered yet.
public final class Requests {
    /// @param refused the reason for a refusal, or null
    private record Reply(Object value, String refused) {}

    private final Consumer<Message> server;
    private final Map<Long, CompletableFuture<Reply>> open = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private volatile String closed;

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
    public Object ask(Query query) {
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
        refuseIfClosed(reply);
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
            case Query.OfStore _ -> true;
            case Query.OfServer _ -> false;
        };
    }

    /// Calls back with the answer, on the thread that reads the link; not if it is refused.
    public void later(Query query, Consumer<Object> answered) {
        long request = numbers.incrementAndGet();
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        open.put(request, reply);
        var _ = reply.thenAccept(answer -> {
            open.remove(request);
            if (answer.refused == null && answer.value != null) {
                answered.accept(answer.value);
            }
        });
        server.accept(new Message.Question(request, query));
        refuseIfClosed(reply);
    }

    /// The process that answers has ended: refuses all requests, so that nobody waits for an answer.
    public void close(String why) {
        closed = why;
        open.values().forEach(reply -> reply.complete(new Reply(null, why)));
    }

    private void refuseIfClosed(CompletableFuture<Reply> reply) {
        if (closed != null) {
            reply.complete(new Reply(null, closed));
        }
    }

    public void answered(Message.Answer answer) {
        CompletableFuture<Reply> reply = open.get(answer.request());
        if (reply != null) {
            reply.complete(new Reply(answer.value(), answer.refused()));
        }
    }
}
