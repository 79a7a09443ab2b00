package dev.troupe.link;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// The slots of the node ids we deal with. One is here while somebody uses it or its session lives, not longer: a head meets the processes
/// of months, each under an id of its own.
final class Slots {
    private final Sessions sessions;
    private final ConcurrentMap<Integer, Slot> slots = new ConcurrentHashMap<>();

    Slots(Sessions sessions) {
        this.sessions = sessions;
    }

    /// Whoever takes a slot gives it back with [#leave(Slot)]; until then all who ask for this id get the same.
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

    /// Called every now and then by the [Heart].
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
