package dev.troupe.link;

import dev.troupe.transport.Address;
import dev.troupe.transport.Identity;
import dev.troupe.transport.Token;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// An endpoint for tests that writes down what happens to it.
final class Peer implements LinkWatcher, AutoCloseable {
    static final Token TOKEN = Token.of("secret of the tests");

    /// Something the watcher was told.
    record Event(String what, Link link, Loss loss) {}

    final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
    /// How many messages were not delivered when closing took long.
    final BlockingQueue<Long> delayed = new LinkedBlockingQueue<>();
    final Endpoint endpoint;

    Peer(int nodeId, LinkOptions options) {
        this(nodeId, options, TOKEN);
    }

    Peer(int nodeId, LinkOptions options, Token token) {
        endpoint = new Endpoint(new Identity(nodeId, ThreadLocalRandom.current().nextLong()), token, options, this);
    }

    Peer(int nodeId, LinkOptions options, LongSupplier clock) {
        endpoint = new Endpoint(new Identity(nodeId, ThreadLocalRandom.current().nextLong()), TOKEN, options, this, clock, change -> {});
    }

    static LinkOptions options() {
        return LinkOptions.defaults().withTimeout(Duration.ofSeconds(20)).withGrace(Duration.ofSeconds(20));
    }

    static Peer of(int nodeId) {
        return new Peer(nodeId, options());
    }

    /// Keeps the texts that arrive on a channel.
    Peer texts(int channel) {
        endpoint.channel(channel, (from, message) -> {
            texts.add(new String(message, StandardCharsets.UTF_8));
            from.release(channel, message.length);
        });
        return this;
    }

    Address listen(String on) throws IOException {
        return endpoint.listen(Address.parse(on));
    }

    Link linkTo(Address to) throws InterruptedException {
        endpoint.dial(to);
        return await("up").link();
    }

    Event await(String what) throws InterruptedException {
        List<Event> seen = new ArrayList<>();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (true) {
            Event event = events.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (event == null) {
                throw new AssertionError("no '" + what + "' in time, only " + seen);
            }
            if (event.what().equals(what)) {
                return event;
            }
            seen.add(event);
        }
    }

    /// What the watcher is told next.
    String next() throws InterruptedException {
        Event event = events.poll(20, TimeUnit.SECONDS);
        return event == null ? "nothing" : event.what();
    }

    String text() throws InterruptedException {
        String text = texts.poll(20, TimeUnit.SECONDS);
        if (text == null) {
            throw new AssertionError("no message in time");
        }
        return text;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// Waits until dialling fails with such words, and returns all of them.
    String awaitFailure(Address to, String words) throws InterruptedException {
        boolean so = endpoint.awaitFailure(to, why -> why != null && why.contains(words), Duration.ofSeconds(20));
        String why = endpoint.lastFailure(to).orElse("no failure");
        if (!so) {
            throw new AssertionError("not '" + words + "' but: " + why);
        }
        return why;
    }

    void awaitNoFailure(Address to) throws InterruptedException {
        if (!endpoint.awaitFailure(to, why -> why == null, Duration.ofSeconds(20))) {
            throw new AssertionError("still failing: " + endpoint.lastFailure(to));
        }
    }

    @Override
    public void up(Link link) {
        events.add(new Event("up", link, null));
    }

    @Override
    public void cut(Link link, String why) {
        events.add(new Event("cut", link, null));
    }

    @Override
    public void resumed(Link link) {
        events.add(new Event("resumed", link, null));
    }

    @Override
    public void delayed(Link link, long messages, Duration patience) {
        delayed.add(messages);
    }

    @Override
    public void lost(Link link, Loss loss) {
        events.add(new Event("lost", link, loss));
    }

    @Override
    public void close() {
        endpoint.close(Duration.ofSeconds(5));
    }
}
