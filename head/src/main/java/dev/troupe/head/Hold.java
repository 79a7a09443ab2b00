package dev.troupe.head;

import java.util.List;

/// The resources that a lease, an actor or a bundle has allocated from a pool.
final class Hold {
    private final Pool pool;
    private final Resources resources;
    private final List<Devices.Share> shares;
    private final boolean lease;
    private boolean blocked;
    private boolean released;

    Hold(Pool pool, Resources resources, List<Devices.Share> shares, boolean lease) {
        this.pool = pool;
        this.resources = resources;
        this.shares = shares;
        this.lease = lease;
    }

    Resources resources() {
        return resources;
    }

    List<Devices.Share> shares() {
        return shares;
    }

    List<Integer> gpus() {
        return shares.isEmpty() ? List.of() : shares.stream().map(Devices.Share::device).toList();
    }

    /// Whether its CPU is free while it waits in `get`; returns true if that changed.
    boolean block(boolean now) {
        if (released || blocked == now) {
            return false;
        }
        blocked = now;
        pool.change(resources.only(Resources.CPU), now ? 1 : -1, lease);
        return true;
    }

    void release() {
        if (!released) {
            block(false);
            released = true;
            pool.change(resources, 1, lease);
            pool.give(shares);
        }
    }
}
