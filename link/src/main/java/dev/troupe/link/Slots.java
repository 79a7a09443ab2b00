package dev.troupe.link;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// The slots of the node ids that this process deals with. A slot exists only while a thread uses it or its session lives, because a head meets the
/// processes of months, each with its own id.
final class Slots {
    private final Sessions sessions;
    private final ConcurrentMap<Integer, Slot> slots = new ConcurrentHashMap<>();

    Slots(Sessions sessions) {
        this.sessions = sessions;
    }

    /// A caller that takes a slot returns it with [#leave(Slot)]; until then all callers get the same slot for this id.
    Slot take(int nodeId) {
        return slots.compute(nodeId, (id, slot) -> {
            Slot taken = slot == null ? new Slot(sessions, id) : slot;
            taken.users++;
            return taken;
        });
    }

    void leave(Slot slot) {
        slots.computeIfPresent(slot.nodeId(), (id, same) -> {
            same.users--;
            return same;
        });
    }

    /// Called periodically by the [Heart].
    void sweep() {
        slots.forEach((nodeId, slot) -> {
            if (slot.sweep()) {
                slots.computeIfPresent(nodeId, (id, same) -> same.users == 0 && same.sweep() ? null : same);
            }
        });
    }

    int size() {
        return slots.size();
    }
}
