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
import java.util.function.Supplier;

/// The other processes of a cluster, which link when they first communicate.
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
    private final Directory directory;
    private final Receivers receivers;
    private final Watcher watcher;
    private final Endpoint endpoint;
    private final Map<Integer, LinkPeer> peers = new ConcurrentHashMap<>();
    /// By number: one bit for each process that ever existed. Processes that have no number yet use negative ones, which are not remembered.
    private final BitSet gone = new BitSet();

    /// @param directory where the others listen
    public LinkedPeers(int self, Token token, LinkOptions options, Values values, Supplier<HeldCodec> names, Directory directory,
            Receivers receivers, Watcher watcher) {
        this.values = values;
        this.names = names;
        this.directory = directory;
        this.receivers = receivers;
        this.watcher = watcher;
        endpoint = new Endpoint(new Identity(self, new SecureRandom().nextLong()), token, options, this);
        endpoint.channel(LinkPeer.CHANNEL, this::message);
    }

    /// For streams beside the links.
    public Endpoint endpoint() {
        return endpoint;
    }

    /// Others can link from now on.
    ///
    /// @return the address with the port that was chosen, if `on` does not name one
    public Address listen(Address on) throws IOException {
        return endpoint.listen(on);
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
        LinkPeer fresh;
        synchronized (gone) {
            if (isGone(process)) {
                return null;
            }
            known = peers.get(process);
            if (known != null) {
                return known;
            }
            fresh = newPeer(process);
            peers.put(process, fresh);
        }
        directory.locate(process, address -> dial(fresh, address));
        return fresh;
    }

    private boolean isGone(int process) {
        return process >= 0 && gone.get(process);
    }

    // It may have died in the meantime.
    private void dial(LinkPeer peer, Address address) {
        synchronized (gone) {
            if (!isGone(peer.process())) {
                peer.dialled(address);
                endpoint.dial(address, found -> found.nodeId() == peer.process());
            }
        }
    }

    /// The process at this address waits for a link.
    public void meet(int process, Address address) {
        synchronized (gone) {
            if (!isGone(process)) {
                dial(peers.computeIfAbsent(process, this::newPeer), address);
            }
        }
    }

    private LinkPeer newPeer(int process) {
        return new LinkPeer(process, new MessageCodec(values, new OutcomeCodec(names)), watcher::room);
    }

    /// It will never return. Once this method returns, no message from it is handled any more.
    public void forget(int process, String why) {
        LinkPeer peer;
        synchronized (gone) {
            if (process >= 0) {
                gone.set(process);
            }
            peer = peers.remove(process);
        }
        endpoint.forget(process, why);
        if (peer != null) {
            peer.silence();
            peer.dialled().ifPresent(endpoint::hangUp);
        }
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
            peer = isGone(process) ? null : peers.computeIfAbsent(process, this::newPeer);
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
        if (link.peer().nodeId() < 0) {
            forget(link.peer().nodeId(), loss.reason());
            return;
        }
        watcher.lost(link.peer().nodeId(), loss.reason());
    }

    @Override
    public void close() {
        endpoint.close(PATIENCE);
    }
}
