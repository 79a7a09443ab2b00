package dev.troupe.runtime;

import dev.troupe.store.ObjectStore;
import dev.troupe.store.StoreStats;

/// Looks into the store of this process's session.
public final class StoreProbe {
    private StoreProbe() {}

    static ObjectStore store() {
        return ((LocalSpace) TroupeRuntime.current().engine().shelf().space()).store();
    }

    public static StoreStats stats() {
        return store().stats();
    }
}
