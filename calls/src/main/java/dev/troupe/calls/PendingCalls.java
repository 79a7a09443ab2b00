package dev.troupe.calls;

import dev.troupe.objects.CallerId;
import java.util.HashMap;
import java.util.Map;

/// The number of unfinished calls of each caller to an actor, if its creator set a limit.
///
/// Guarded by the [ActorClient] it belongs to.
final class PendingCalls {
    private final int most;
    private final Map<CallerId, Integer> unfinished = new HashMap<>(2);

    /// @param most 0 or less for no limit
    PendingCalls(int most) {
        this.most = most;
    }

    /// Whether this caller has reached the limit.
    boolean full(CallerId caller) {
        return most > 0 && unfinished.getOrDefault(caller, 0) >= most;
    }

    void begin(CallerId caller) {
        if (most > 0) {
            unfinished.merge(caller, 1, Integer::sum);
        }
    }

    void end(CallerId caller) {
        if (most > 0) {
            unfinished.computeIfPresent(caller, (_, count) -> count == 1 ? null : count - 1);
        }
    }
}
