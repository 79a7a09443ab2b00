package dev.troupe.messages;

import java.util.List;

/// This process itself, and all others once it is linked.
public final class ProcessPeers implements Peers, AutoCloseable {
    private final LocalPeer self;
    private volatile LinkedPeers others;

    public ProcessPeers(LocalPeer self) {
        this.self = self;
    }

    /// From now on, other processes can be reached.
    public void link(LinkedPeers linked) {
        others = linked;
    }

    public boolean isLinked() {
        return others != null;
    }

    @Override
    public Peer of(int process) {
        if (process == self.process()) {
            return self;
        }
        LinkedPeers linked = others;
        return linked == null ? null : linked.of(process);
    }

    /// A process will never return. Once this method returns, no message from it is handled any more.
    public void forget(int process, String why) {
        LinkedPeers linked = others;
        if (linked != null) {
            linked.forget(process, why);
        }
    }

    /// All linked processes.
    public Iterable<LinkPeer> linked() {
        LinkedPeers linked = others;
        return linked == null ? List.of() : linked.all();
    }

    @Override
    public void close() {
        LinkedPeers linked = others;
        if (linked != null) {
            linked.close();
        }
    }
}
