package dev.troupe.cluster;

import dev.troupe.link.LinkOptions;
import dev.troupe.messages.Joined;
import dev.troupe.messages.LinkedPeers;
import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import dev.troupe.messages.Query;
import dev.troupe.messages.Receivers;
import dev.troupe.transport.Address;
import dev.troupe.transport.Token;
import dev.troupe.values.Values;
import io.ray.api.exception.RayException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// How a process that has no number yet asks for one, or asks about the cluster: over a link of its own, under a number that means nothing.
public final class Joining {
    private Joining() {}

    /// Gets a number for a process that joins.
    ///
    /// @param agent the number of the agent that is asked
    /// @param address where the agent listens
    /// @throws IOException with a message for the user
    public static Joined join(int agent, Address address, Token token, LinkOptions options, String version, Duration patience)
            throws IOException {
        return (Joined) ask(agent, address, token, options, new Query.Join(version), patience);
    }

    /// Asks an agent, which passes the question on to the head.
    ///
    /// @param agent the number of the agent
    /// @param address where the agent listens
    /// @throws IOException with a message for the user
    public static Object ask(int agent, Address address, Token token, LinkOptions options, Query.OfServer question, Duration patience)
            throws IOException {
        int nobody = -1 - ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
        CompletableFuture<Object> answered = new CompletableFuture<>();
        Receivers receivers = Receivers.none().member((_, message) -> {
            if (message instanceof Message.Answer answer) {
                if (answer.refused() == null) {
                    answered.complete(answer.value());
                } else {
                    answered.completeExceptionally(new RayException(answer.refused()));
                }
            }
        });
        LinkedPeers peers = new LinkedPeers(nobody, token, options, Values.with(Joining.class.getClassLoader()), () -> null,
                (_, found) -> found.accept(address), receivers, new Silent());
        try {
            peers.of(agent).send(new Message.Question(1, question));
            return answered.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            String why = peers.endpoint().lastFailure(address).orElse("it did not answer within " + patience.toSeconds() + " s");
            throw new IOException("the cluster at " + address + " cannot be joined: " + why, e);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while joining the cluster at " + address, e);
        } finally {
            peers.close();
        }
    }

    private static final class Silent implements LinkedPeers.Watcher {
        @Override
        public void up(Peer peer) {}

        @Override
        public void lost(int process, String why) {}

        @Override
        public void room() {}
    }
}
