package dev.troupe.link;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/// All links of one process.
///
/// ```java
/// var endpoint = new Endpoint(new Identity(0, random), Token.find(null), LinkOptions.defaults(), watcher);
/// endpoint.channel(1, (from, message) -> { use(message); from.release(1, message.length); });
/// endpoint.listen(Address.parse("tcp://0.0.0.0:50515"));
/// endpoint.dial(Address.parse("other:50515"));
/// ```
public final class Endpoint implements AutoCloseable {
    static final int CHANNELS = 16;

    private final Identity self;
    private final Token token;
    private final LinkOptions options;
    private final LinkWatcher watcher;
    private final LongSupplier clock;
    private final Consumer<SessionChange> changes;
    private final Receiver[] receivers = new Receiver[CHANNELS];
    private final Responder[] responders = new Responder[CHANNELS];
    private final Slots slots = new Slots(this);
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final ConcurrentMap<Address, Dialler> diallers = new ConcurrentHashMap<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final Complaints complaints = new Complaints();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Heart heart;
    private final Strangers strangers;
    private volatile boolean closing;
    private boolean beating;

    public Endpoint(Identity self, Token token, LinkOptions options, LinkWatcher watcher) {
        this(self, token, options, watcher, System::nanoTime, change -> {});
    }

    /// @param clock nanoseconds, as [System#nanoTime()] counts them: how long peers were silent or away, and strangers there
    /// @param changes told of what sessions go through
    Endpoint(Identity self, Token token, LinkOptions options, LinkWatcher watcher, LongSupplier clock, Consumer<SessionChange> changes) {
        this.self = Objects.requireNonNull(self);
        this.token = Objects.requireNonNull(token);
        this.options = Objects.requireNonNull(options);
        this.watcher = Objects.requireNonNull(watcher);
        this.clock = clock;
        this.changes = changes;
        this.heart = new Heart(this);
        this.strangers = new Strangers(clock);
    }

    /// Who we are.
    public Identity self() {
        return self;
    }

    /// Says who takes the messages of a channel (0 to 15). Before the first `listen` or `dial`.
    public void channel(int id, Receiver receiver) {
        receivers[checked(id)] = Objects.requireNonNull(receiver);
    }

    /// Says who answers the requests of a channel (0 to 15). Before the first `listen` or `dial`.
    public void requests(int id, Responder responder) {
        responders[checked(id)] = Objects.requireNonNull(responder);
    }

    /// Accepts links at an address and returns it with its port resolved.
    public Address listen(Address on) throws IOException {
        return listen(List.of(on)).getFirst();
    }

    /// Accepts links at all these addresses, or fails and accepts them at none.
    public List<Address> listen(List<Address> all) throws IOException {
        List<Acceptor> bound = new ArrayList<>();
        try {
            for (Address on : all) {
                bound.add(Transports.find(on).listen(on, transportOptions()));
            }
        } catch (IOException e) {
            for (Acceptor acceptor : bound) {
                acceptor.close();
            }
            throw e;
        }
        return bound.stream().map(this::accept).toList();
    }

    private Address accept(Acceptor acceptor) {
        Listener listener = new Listener(this, acceptor);
        listeners.add(listener);
        begin();
        thread("listener on " + acceptor.address(), listener);
        return acceptor.address();
    }

    /// Keeps a link to the process at an address: dials until it answers, again after each loss, until `close`.
    public void dial(Address to) {
        dial(to, anybody -> true);
    }

    /// Keeps a link to the process at an address if it is the one that is meant. Whoever else answers there, as when a port has
    /// changed hands, is not linked.
    public void dial(Address to, Predicate<Identity> meant) {
        Dialler dialler = new Dialler(this, to, Transports.find(to), meant);
        if (diallers.putIfAbsent(to, dialler) == null) {
            begin();
            thread("reader of " + to, dialler);
        }
    }

    /// Does not dial this address any more, e.g. because the process there is gone for good, and closes the connection that was dialled. The
    /// session ends as after any cut, or has ended by [#forget].
    public void hangUp(Address on) {
        Dialler dialler = diallers.remove(on);
        if (dialler != null) {
            dialler.close();
        }
    }

    /// Who can be found through the place where we listen, by node id. See [Transport#members].
    public Map<Integer, Address> members(Address self) throws IOException {
        return Transports.find(self).members(self, transportOptions());
    }

    /// The sessions that are alive: connected, or cut and expected back.
    public List<Link> links() {
        return links.stream().filter(link -> !link.over()).toList();
    }

    /// Why dialling this address does not succeed, in words for a user; empty while it is linked.
    public Optional<String> lastFailure(Address to) {
        Dialler dialler = diallers.get(to);
        return dialler == null ? Optional.empty() : Optional.ofNullable(dialler.failure());
    }

    boolean awaitFailure(Address to, Predicate<String> wanted, Duration patience) throws InterruptedException {
        return diallers.get(to).awaitFailure(wanted, patience);
    }

    /// Told from outside that the process behind a node id is dead: its link is lost at once.
    public void forget(int nodeId, String why) {
        for (Link link : links) {
            if (link.peer().nodeId() == nodeId) {
                link.end(Ending.PROCESS_ENDED, why);
            }
        }
    }

    /// Delivers what is queued, says goodbye, ends every thread. A peer that is out of reach has as long as after any cut to come back.
    @Override
    public void close() {
        close(options.grace());
    }

    /// Like `close`, but gives up on a peer that acknowledges nothing for so long. What is not delivered then, [LinkWatcher#lost] tells.
    public void close(Duration patience) {
        close(link -> patience);
    }

    /// Like `close`, with a patience for each peer, as some may have used theirs already.
    public void close(Function<Link, Duration> patience) {
        closing = true;
        List<Link> open = List.copyOf(links);
        open.forEach(Link::close);
        boolean interrupted = false;
        try {
            new Departure(open, patience, clock,
                    (link, messages) -> guarded(link, "delayed", () -> watcher.delayed(link, messages, patience.apply(link)))).await();
        } catch (InterruptedException e) {
            interrupted = true;
        }
        open.forEach(this::leave);
        closed.countDown();
        listeners.forEach(Listener::close);
        diallers.values().forEach(Dialler::close);
        threads.forEach(Thread::interrupt);
        List.copyOf(links).forEach(this::leave);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void leave(Link link) {
        link.end(Ending.CLOSED, link.connected() ? "this side closed" : "this side closed while it was out of reach");
    }

    /// Waits until this endpoint is closed, so long at most; true when it is.
    public boolean awaitClose(Duration patience) throws InterruptedException {
        return closed.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    static int checked(int channel) {
        if (channel < 0 || channel >= CHANNELS) {
            throw new IllegalArgumentException("channel " + channel + " does not exist; they go from 0 to " + (CHANNELS - 1));
        }
        return channel;
    }

    private synchronized void begin() {
        if (closing) {
            throw new IllegalStateException("the endpoint of node " + self.nodeId() + " is closed");
        }
        if (!beating) {
            beating = true;
            thread("heart", heart);
        }
    }

    String threadName(String what) {
        return "troupe node " + self.nodeId() + " " + what;
    }

    void thread(String what, Runnable body) {
        Thread thread = Thread.ofPlatform().daemon().name(threadName(what)).unstarted(() -> {
            try {
                body.run();
            } finally {
                threads.remove(Thread.currentThread());
            }
        });
        threads.add(thread);
        thread.start();
    }

    /// Waits; false when the endpoint is closed.
    boolean pause(long nanos) {
        try {
            return !closed.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }

    boolean closed() {
        return closed.getCount() == 0;
    }

    boolean closing() {
        return closing;
    }

    LinkOptions options() {
        return options;
    }

    LongSupplier clock() {
        return clock;
    }

    Consumer<SessionChange> changes() {
        return changes;
    }

    LinkWatcher watcher() {
        return watcher;
    }

    Handshake handshake(Connection on) {
        return new Handshake(on, self, token, options.group());
    }

    Heart heart() {
        return heart;
    }

    Strangers strangers() {
        return strangers;
    }

    TransportOptions transportOptions() {
        return new TransportOptions(self, token, options.handshake(), options.encryption());
    }

    Slots slots() {
        return slots;
    }

    /// False when it is too late for a new session. `close` says goodbye to every link that was added before it looked.
    boolean began(Link link) {
        links.add(link);
        return !closing;
    }

    void ended(Link link) {
        links.remove(link);
    }

    void complain(String message) {
        complaints.log("node " + self.nodeId() + " " + message);
    }

    /// Runs code of the link's user, whose mistakes must not end the link.
    void guarded(Link link, String what, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            complaints.log(what + " of the " + link + " failed", e);
        }
    }

    void deliver(Link link, int channel, byte[] message) {
        Receiver receiver = receivers[channel];
        if (receiver == null) {
            complain("dropped a message of node " + link.peer().nodeId() + " for channel " + channel + ": nobody receives there");
            link.release(channel, message.length);
            return;
        }
        try {
            receiver.message(link, message);
        } catch (RuntimeException e) {
            complaints.log("the receiver of channel " + channel + " failed on a message of node " + link.peer().nodeId(), e);
        }
    }

    void answer(Link link, int channel, long number, byte[] request) {
        Responder responder = responders[channel];
        if (responder == null) {
            fail(link, channel, number, request.length, "node " + self.nodeId() + " answers no requests on channel " + channel);
            return;
        }
        CompletionStage<byte[]> answer;
        try {
            answer = responder.answer(link, request);
        } catch (RuntimeException e) {
            fail(link, channel, number, request.length, e.toString());
            return;
        }
        answer.whenComplete((reply, failure) -> {
            if (failure != null) {
                Throwable cause = failure instanceof java.util.concurrent.CompletionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
                fail(link, channel, number, request.length, cause.toString());
            } else {
                link.outbound().intake().reply(Frame.REPLY, channel, number, reply, request.length);
            }
        });
    }

    private static void fail(Link link, int channel, long number, int releases, String text) {
        link.outbound().intake().reply(Frame.FAILURE, channel, number, text.getBytes(StandardCharsets.UTF_8), releases);
    }
}
