package dev.troupe.link;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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
    private final Identity self;
    private final Token token;
    private final LinkOptions options;
    private final Callbacks callbacks;
    private final Sessions sessions;
    private final Slots slots;
    private final ConcurrentMap<Address, Dialler> diallers = new ConcurrentHashMap<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Heart heart;
    private final Strangers strangers;
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
        this.callbacks = new Callbacks(self.nodeId(), watcher, new Complaints());
        this.sessions = new Sessions(self, options, clock, changes, callbacks);
        this.slots = new Slots(sessions);
        this.heart = new Heart(sessions, slots, this::pause);
        this.strangers = new Strangers(clock);
    }

    /// Who we are.
    public Identity self() {
        return self;
    }

    /// Says who takes the messages of a channel (0 to 15). Before the first `listen` or `dial`.
    public void channel(int id, Receiver receiver) {
        callbacks.receiver(id, receiver);
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
        return sessions.alive();
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
        for (Link link : sessions.all()) {
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
        sessions.close();
        List<Link> open = sessions.all();
        open.forEach(Link::close);
        boolean interrupted = false;
        try {
            new Departure(open, patience, sessions.clock(), (link, messages) -> callbacks.delayed(link, messages, patience.apply(link)))
                    .await();
        } catch (InterruptedException e) {
            interrupted = true;
        }
        open.forEach(this::leave);
        closed.countDown();
        listeners.forEach(Listener::close);
        diallers.values().forEach(Dialler::close);
        threads.forEach(Thread::interrupt);
        sessions.all().forEach(this::leave);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void leave(Link link) {
        link.end(Ending.CLOSED,
                link.connected() ? "this side closed the link" : "this side closed the link while the peer was unreachable");
    }

    /// Waits until this endpoint is closed, so long at most; true when it is.
    public boolean awaitClose(Duration patience) throws InterruptedException {
        return closed.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    private synchronized void begin() {
        if (sessions.closing()) {
            throw new IllegalStateException("the endpoint of node " + self.nodeId() + " is closed");
        }
        if (!beating) {
            beating = true;
            thread("heart", heart);
        }
    }

    void thread(String what, Runnable body) {
        Thread thread = Thread.ofPlatform().daemon().name(sessions.threadName(what)).unstarted(() -> {
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
        return sessions.closing();
    }

    LinkOptions options() {
        return options;
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

    void complain(String message) {
        callbacks.complain(message);
    }
}
