package dev.troupe.runtime;

import dev.troupe.cluster.LocalStore;
import dev.troupe.store.ObjectStore;
import dev.troupe.store.StoreStats;

/// Looks into the store of this process's session.
public final class StoreProbe {
    private StoreProbe() {}

    static ObjectStore store() {
        return ((LocalStore) TroupeRuntime.current().engine().objects().large().store()).store();
    }

    public static StoreStats stats() {
        return store().stats();
    }
}
