package dev.troupe.messages;

import dev.troupe.link.Endpoint;
import dev.troupe.link.Link;
import dev.troupe.link.LinkOptions;
import dev.troupe.link.LinkWatcher;
import dev.troupe.link.Loss;
import dev.troupe.transport.Address;
import dev.troupe.transport.Identity;
import dev.troupe.transport.Token;
import dev.troupe.values.Values;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/// The processes of a session, which link when they first communicate.
public final class LinkedPeers implements Peers, LinkWatcher, AutoCloseable {
    /// Is notified when processes join and leave. Called on the threads of links: must not block.
    public interface Watcher {
        void up(Peer peer);

        void lost(int process, String why);

        /// There is room again for messages to a process that was congested.
        void room();
    }

    /// Messages that are queued when a session ends are sent only for a short time: a process that does not accept them is ending, too.
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Values values;
    private final Supplier<HeldCodec> names;
    private final IntFunction<Address> addresses;
    private final Receivers receivers;
    private final Watcher watcher;
    private final Endpoint endpoint;
    private final Map<Integer, LinkPeer> peers = new ConcurrentHashMap<>();
    /// By number: one bit for each process that ever existed.
    private final BitSet gone = new BitSet();

    /// @param addresses where each process listens
    public LinkedPeers(int self, Token token, Values values, Supplier<HeldCodec> names, IntFunction<Address> addresses, Receivers receivers,
            Watcher watcher) throws IOException {
        this.values = values;
        this.names = names;
        this.addresses = addresses;
        this.receivers = receivers;
        this.watcher = watcher;
        endpoint = new Endpoint(new Identity(self, new SecureRandom().nextLong()), token, LinkOptions.defaults(), this);
        endpoint.channel(LinkPeer.CHANNEL, this::message);
        endpoint.listen(addresses.apply(self));
    }

    private void message(Link from, byte[] bytes) {
        LinkPeer peer = peers.get(from.peer().nodeId());
        from.release(LinkPeer.CHANNEL, bytes.length);
        if (peer != null) {
            peer.receive(bytes, receivers);
        }
    }

    @Override
    public Peer of(int process) {
        LinkPeer known = peers.get(process);
        if (known != null) {
            return known;
        }
        synchronized (gone) {
            if (gone.get(process)) {
                return null;
            }
            return peers.computeIfAbsent(process, this::dial);
        }
    }

    private LinkPeer dial(int process) {
        endpoint.dial(addresses.apply(process));
        return newPeer(process);
    }

    private LinkPeer newPeer(int process) {
        return new LinkPeer(process, new MessageCodec(values, new OutcomeCodec(names)), watcher::room);
    }

    /// It will never return. Once this method returns, no message from it is handled any more.
    public void forget(int process, String why) {
        LinkPeer peer;
        synchronized (gone) {
            gone.set(process);
            peer = peers.remove(process);
        }
        if (peer != null) {
            peer.silence();
        }
        endpoint.forget(process, why);
        endpoint.hangUp(addresses.apply(process));
    }

    /// All linked processes.
    public Iterable<LinkPeer> all() {
        return peers.values();
    }

    @Override
    public void up(Link link) {
        int process = link.peer().nodeId();
        LinkPeer peer;
        synchronized (gone) {
            peer = gone.get(process) ? null : peers.computeIfAbsent(process, this::newPeer);
        }
        if (peer == null) {
            endpoint.forget(process, "it is gone"); // it was just about to connect
            return;
        }
        peer.connect(link);
        watcher.up(peer);
    }

    @Override
    public void lost(Link link, Loss loss) {
        watcher.lost(link.peer().nodeId(), loss.reason());
    }

    @Override
    public void close() {
        endpoint.close(PATIENCE);
    }
}
