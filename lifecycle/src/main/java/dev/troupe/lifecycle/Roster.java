package dev.troupe.lifecycle;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// The rank of each slot. A slot keeps its rank as long as the job asks for it, whatever happens to its pods; a free rank is a
/// hole until a new slot gets it.
public final class Roster {
    static final Roster EMPTY = new Roster(new TreeMap<>());

    private final SortedMap<Integer, Slot> slots;
    private final Map<Slot, Integer> ranks = new HashMap<>();

    private Roster(SortedMap<Integer, Slot> slots) {
        this.slots = Collections.unmodifiableSortedMap(slots);
        slots.forEach((rank, slot) -> ranks.put(slot, rank));
    }

    /// The next roster. Pods that exist hold their ranks, since they were told them; then slots known before keep theirs; then new
    /// slots take the lowest free ones in their order.
    ///
    /// @param fixed ranks are the slots' indices, as in jobs with one template
    static Roster next(Roster before, Collection<Pod> pods, List<Slot> wanted, boolean fixed) {
        TreeMap<Integer, Slot> slots = new TreeMap<>();
        Map<Slot, Integer> held = new HashMap<>();
        for (Pod pod : pods) {
            if (pod.rank() >= 0 && !slots.containsKey(pod.rank()) && held.putIfAbsent(pod.slot(), pod.rank()) == null) {
                slots.put(pod.rank(), pod.slot());
            }
        }
        for (Slot slot : wanted) {
            Integer rank = before.ranks.get(slot);
            if (rank != null && !held.containsKey(slot) && slots.putIfAbsent(rank, slot) == null) {
                held.put(slot, rank);
            }
        }
        int free = 0;
        for (Slot slot : wanted) {
            if (!held.containsKey(slot)) {
                while (slots.containsKey(free)) {
                    free++;
                }
                slots.put(fixed ? slot.index() : free, slot);
            }
        }
        return new Roster(slots);
    }

    /// Without slots whose pods are about to be deleted: new pods must not wait for them.
    Roster only(Collection<Slot> wanted) {
        TreeMap<Integer, Slot> only = new TreeMap<>(slots);
        only.values().retainAll(Set.copyOf(wanted));
        return new Roster(only);
    }

    /// One entry for each rank, empty for a hole.
    static Roster parse(List<?> texts) {
        TreeMap<Integer, Slot> slots = new TreeMap<>();
        for (int rank = 0; rank < texts.size(); rank++) {
            int at = rank;
            Slot.parse(String.valueOf(texts.get(rank))).ifPresent(slot -> slots.put(at, slot));
        }
        return new Roster(slots);
    }

    List<String> texts() {
        return slots().stream().map(slot -> slot.map(Slot::toString).orElse("")).toList();
    }

    /// The slot of each rank, empty for a hole.
    public List<Optional<Slot>> slots() {
        List<Optional<Slot>> list = new ArrayList<>();
        for (int rank = 0; rank < span(); rank++) {
            list.add(Optional.ofNullable(slots.get(rank)));
        }
        return list;
    }

    /// One more than the highest rank.
    public int span() {
        return slots.isEmpty() ? 0 : slots.lastKey() + 1;
    }

    boolean has(Slot slot) {
        return ranks.containsKey(slot);
    }

    /// The rank of a slot that has one.
    public int rank(Slot slot) {
        Integer rank = ranks.get(slot);
        if (rank == null) {
            throw new IllegalArgumentException("slot " + slot + " has no rank in " + slots);
        }
        return rank;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Roster roster && roster.slots.equals(slots);
    }

    @Override
    public int hashCode() {
        return slots.hashCode();
    }

    @Override
    public String toString() {
        return texts().toString();
    }
}
