package dev.troupe.link;

import dev.troupe.transport.Acceptor;
import dev.troupe.transport.Address;
import dev.troupe.transport.Connection;
import dev.troupe.transport.Identity;
import dev.troupe.transport.Token;
import dev.troupe.transport.Transport;
import dev.troupe.transport.TransportOptions;
import dev.troupe.transport.Transports;
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
    private final Streams streams;
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

    /// @param clock nanoseconds like [System#nanoTime()], to measure how long peers are silent or disconnected and how long handshakes take
    /// @param changes is notified of all state changes of sessions
    Endpoint(Identity self, Token token, LinkOptions options, LinkWatcher watcher, LongSupplier clock, Consumer<SessionChange> changes) {
        this.self = Objects.requireNonNull(self);
        this.token = Objects.requireNonNull(token);
        this.options = Objects.requireNonNull(options);
        this.callbacks = new Callbacks(self.nodeId(), watcher, new Complaints());
        this.sessions = new Sessions(self, options, clock, changes, callbacks);
        this.slots = new Slots(sessions);
        this.streams = new Streams(sessions);
        this.heart = new Heart(sessions, slots, streams, this::pause);
        this.strangers = new Strangers(clock);
    }

    /// The identity of this process.
    public Identity self() {
        return self;
    }

    /// Sets the receiver of a channel (0 to 15). Must be called before the first `listen` or `dial`.
    public void channel(int id, Receiver receiver) {
        callbacks.receiver(id, receiver);
    }

    /// Sets who serves the streams that other processes open to this one. Must be called before the first `listen`.
    ///
    /// @param atOnce how many streams are served at the same time; others are refused with a [BusyException]
    public void onStream(int atOnce, StreamHandler handler) {
        streams.handler(atOnce, Objects.requireNonNull(handler));
    }

    /// Opens a stream to the process that listens at an address. See [#openStream(Address, byte\[\], Predicate)].
    public ByteStream openStream(Address to, byte[] request) throws IOException {
        return openStream(to, request, anybody -> true);
    }

    /// Opens a stream to the process that listens at an address, on the same port and with the same token and encryption as links. Dials once; the
    /// message of the exception says why it failed.
    ///
    /// @param request says what the stream is for, in at most 512 bytes; the other side trusts it before it reads anything else
    /// @param meant the identity that the process must have; nothing is requested from any other
    /// @throws BusyException if the other side already serves as many streams as it may
    public ByteStream openStream(Address to, byte[] request, Predicate<Identity> meant) throws IOException {
        if (request.length > Frame.MAX_REQUEST) {
            throw new IllegalArgumentException("a request of " + request.length + " bytes is too long; send at most " + Frame.MAX_REQUEST
                    + " and write the rest to the stream");
        }
        if (sessions.closing()) {
            throw new IOException("the endpoint of node " + self.nodeId() + " is closed");
        }
        begin();
        return new StreamDialler(this, to, meant).open(request);
    }

    /// Accepts links at an address and returns it with its port resolved.
    public Address listen(Address on) throws IOException {
        return listen(List.of(on)).getFirst();
    }

    /// Accepts links at all these addresses, or at none of them if one fails.
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

    /// Keeps a link to the process at an address if it has the expected identity. Any other process that answers there, e.g. because the port was
    /// reused, is not linked.
    public void dial(Address to, Predicate<Identity> meant) {
        Dialler dialler = new Dialler(this, to, Transports.find(to), meant);
        if (diallers.putIfAbsent(to, dialler) == null) {
            begin();
            thread("reader of " + to, dialler);
        }
    }

    /// Stops dialling this address, e.g. because the process there has ended for good, and closes the connection that was dialled. The session then
    /// ends as after any cut, unless [#forget] has already ended it.
    public void hangUp(Address on) {
        Dialler dialler = diallers.remove(on);
        if (dialler != null) {
            dialler.close();
        }
    }

    /// The processes that can be found through the address where this one listens, by node id. See [Transport#members].
    public Map<Integer, Address> members(Address self) throws IOException {
        return Transports.find(self).members(self, transportOptions());
    }

    /// The sessions that have not ended: connected, or disconnected and expected back.
    public List<Link> links() {
        return sessions.alive();
    }

    /// Why dialling this address fails, as a message for the user; empty while it is linked.
    public Optional<String> lastFailure(Address to) {
        Dialler dialler = diallers.get(to);
        return dialler == null ? Optional.empty() : Optional.ofNullable(dialler.failure());
    }

    boolean awaitFailure(Address to, Predicate<String> wanted, Duration patience) throws InterruptedException {
        return diallers.get(to).awaitFailure(wanted, patience);
    }

    /// The caller knows that the process with this node id is dead: its link is lost at once.
    public void forget(int nodeId, String why) {
        for (Link link : sessions.all()) {
            if (link.peer().nodeId() == nodeId) {
                link.end(Ending.PROCESS_ENDED, why);
            }
        }
    }

    /// Delivers all queued messages, says goodbye and ends every thread. A peer that is unreachable has the same grace period to reconnect as after
    /// any cut.
    @Override
    public void close() {
        close(options.grace());
    }

    /// Like `close`, but gives up on a peer that acknowledges nothing for the given time. [LinkWatcher#lost] reports the messages that were not
    /// delivered.
    public void close(Duration patience) {
        close(link -> patience);
    }

    /// Like `close`, with a patience for each peer, because some may already have used theirs up.
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
        streams.close();
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

    /// Waits until this endpoint is closed, at most for the given time; returns whether it is closed.
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

    /// The current thread ends by itself when the endpoint closes; an interrupt would also close the files that it reads.
    void neverInterrupted() {
        threads.remove(Thread.currentThread());
    }

    /// Waits; returns false if the endpoint is closed.
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

    Streams streams() {
        return streams;
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
