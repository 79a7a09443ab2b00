package dev.troupe.calls;

import dev.troupe.cluster.Facts;
import dev.troupe.head.Fact;
import dev.troupe.head.LeaseKey;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.Shape;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The leases that this process holds, and its reports about them to the head.
final class Leases {
    private final ProcessKey self;
    private final Facts head;
    private final Reasons reasons;
    private final Map<Long, Lane> lanes = new ConcurrentHashMap<>();

    Leases(int process, Facts head, Reasons reasons) {
        this.self = new ProcessKey(process);
        this.head = head;
        this.reasons = reasons;
    }

    /// This many leases of that shape would be useful.
    void demand(Shape shape, int wanted) {
        if (wanted == 0) {
            reasons.forget(shape);
        }
        head.tell(new Fact.Demand(self, shape, wanted));
    }

    void granted(long lease, Lane lane) {
        lanes.put(lease, lane);
    }

    void giveBack(long lease) {
        lanes.remove(lease);
        head.tell(new Fact.Return(new LeaseKey(lease)));
    }

    /// The lease is lost with its worker.
    void lost(long lease) {
        lanes.remove(lease);
    }

    /// The task under the lease waits for an object, or continues.
    void blocked(long lease, boolean blocked) {
        LeaseKey key = new LeaseKey(lease);
        head.tell(blocked ? new Fact.Blocked(key) : new Fact.Unblocked(key));
    }

    /// The lane of the lease; null if it was returned.
    Lane lane(long lease) {
        return lanes.get(lease);
    }
}
