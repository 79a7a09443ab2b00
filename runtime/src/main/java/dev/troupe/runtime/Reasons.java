package dev.troupe.runtime;

import dev.troupe.head.ActorKey;
import dev.troupe.head.Effect;
import dev.troupe.head.GroupKey;
import dev.troupe.head.Shape;
import dev.troupe.head.Work;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Why work of this process waits, as the head said it last. What waits for more than that others end is said aloud, once.
final class Reasons {
    private static final Logger LOG = System.getLogger("dev.troupe.runtime");

    private final Map<Work, String> reasons = new ConcurrentHashMap<>();
    private final Set<String> said = ConcurrentHashMap.newKeySet();

    void waits(Effect.Waits waits) {
        reasons.put(waits.work(), waits.why());
        String what = switch (waits.work()) {
            case Shape _ -> "a task";
            case ActorKey _ -> "an actor";
            case GroupKey group -> group.toString();
        };
        if (waits.lasting() && said.add(what + waits.why())) {
            LOG.log(Level.WARNING, what + " waits: " + waits.why());
        }
    }

    /// It does not wait any more.
    void forget(Work work) {
        reasons.remove(work);
    }

    /// Why a call has no outcome yet, as the end of a sentence; empty when nothing is known.
    String of(Call call, boolean sent) {
        String why = reasons.get(call.actor == null ? call.shape : call.actor.key);
        if (!call.ready()) {
            return "; it waits for its arguments";
        } else if (sent) {
            return "; it was sent to its worker";
        }
        return why == null ? "" : "; " + (call.actor == null ? "it" : "its actor") + " waits: " + why;
    }
}
