package dev.troupe.calls;

import dev.troupe.head.ActorKey;
import dev.troupe.head.Effect;
import dev.troupe.head.GroupKey;
import dev.troupe.head.Shape;
import dev.troupe.head.Work;
import java.lang.System.Logger.Level;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Why work of this process waits, as the head last reported it. Work that waits for more than the end of other work is logged once.
public final class Reasons {
    private static final int REMEMBERED = 1_000;

    private final Map<Work, String> reasons = new ConcurrentHashMap<>();
    /// The latest reasons. Guarded by itself.
    private final LinkedHashSet<String> said = new LinkedHashSet<>();

    public void waits(Effect.Waits waits) {
        reasons.put(waits.work(), waits.why());
        String what = switch (waits.work()) {
            case Shape _ -> "a task";
            case ActorKey _ -> "an actor";
            case GroupKey group -> group.toString();
        };
        String sentence = what + " waits: " + waits.why();
        if (waits.lasting() && isNew(sentence)) {
            System.getLogger("dev.troupe.runtime").log(Level.WARNING, sentence);
        }
    }

    private boolean isNew(String sentence) {
        synchronized (said) {
            boolean added = said.add(sentence);
            if (said.size() > REMEMBERED) {
                said.removeFirst();
            }
            return added;
        }
    }

    /// It no longer waits.
    public void forget(Work work) {
        reasons.remove(work);
    }

    /// Why a call has no outcome yet, as the end of a sentence; empty if nothing is known.
    ///
    /// @param work the unit that the head decides about: the shape of a task, or the actor
    String of(Call call, Work work, boolean sent) {
        String why = reasons.get(work);
        if (!call.ready()) {
            return "; it waits for its arguments";
        } else if (sent) {
            return "; it was sent to its worker";
        }
        return why == null ? "" : "; " + (work instanceof ActorKey ? "its actor" : "it") + " waits: " + why;
    }
}
