package dev.troupe.transfer;

import dev.troupe.store.ObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/// The copies of other nodes' objects that this node has or pulls, by the name of the original. No lock is held while the store is called, because
/// the store calls [#gone].
final class Copies {
    private sealed interface Copy {
        record Coming(Arrival arrival) implements Copy {}

        record Here(long local, long bytes, long used) implements Copy {}
    }

    private final ObjectStore store;
    private final ConcurrentMap<ObjectName, Copy> copies = new ConcurrentHashMap<>();
    private final ConcurrentMap<Long, ObjectName> names = new ConcurrentHashMap<>();
    private final AtomicLong uses = new AtomicLong();

    Copies(ObjectStore store) {
        this.store = store;
    }

    /// The id of a complete copy.
    OptionalLong find(ObjectName name) {
        return copies.get(name) instanceof Copy.Here here ? OptionalLong.of(here.local()) : OptionalLong.empty();
    }

    /// Like [#find], for a reader: the copy counts as used now.
    OptionalLong use(ObjectName name) {
        Copy used = copies.computeIfPresent(name,
                (_, copy) -> copy instanceof Copy.Here(long local, long bytes, _) ? new Copy.Here(local, bytes, uses.incrementAndGet())
                        : copy);
        return used instanceof Copy.Here here ? OptionalLong.of(here.local()) : OptionalLong.empty();
    }

    /// What is on its way under this name, after `mine` was added if there was nothing. Null if a copy is here.
    Arrival arrival(ObjectName name, Arrival mine) {
        Copy copy = copies.computeIfAbsent(name, _ -> new Copy.Coming(mine));
        return copy instanceof Copy.Coming(Arrival arrival) ? arrival : null;
    }

    /// The object has arrived. False if it is no longer wanted.
    boolean arrived(ObjectName name, Arrival arrival, long local, long bytes) {
        names.put(local, name);
        boolean wanted = copies.replace(name, new Copy.Coming(arrival), new Copy.Here(local, bytes, uses.incrementAndGet()));
        if (!wanted) {
            names.remove(local);
        }
        return wanted;
    }

    void failed(ObjectName name, Arrival arrival) {
        copies.remove(name, new Copy.Coming(arrival));
    }

    /// The original is deleted: ends the pull of the object, or deletes its copy.
    void drop(ObjectName name, PullException why) {
        switch (copies.remove(name)) {
            case Copy.Coming(Arrival arrival) -> arrival.abort(why);
            case Copy.Here(long local, _, _) -> store.delete(local);
            case null -> {
                // it was dropped for want of room
            }
        }
    }

    /// Ends all pulls.
    void abort(PullException why) {
        copies.values().forEach(copy -> {
            if (copy instanceof Copy.Coming(Arrival arrival)) {
                arrival.abort(why);
            }
        });
    }

    /// An object of the store is gone. Called with the store's lock held.
    void gone(long local) {
        ObjectName name = names.remove(local);
        if (name != null) {
            copies.computeIfPresent(name, (_, copy) -> copy instanceof Copy.Here here && here.local() == local ? null : copy);
        }
    }

    /// Deletes copies that nobody has pinned, the least recently used first, until so many bytes are free. Returns how many were freed.
    long shed(long bytes) {
        List<Copy.Here> oldest = new ArrayList<>();
        copies.values().forEach(copy -> {
            if (copy instanceof Copy.Here here) {
                oldest.add(here);
            }
        });
        oldest.sort((one, other) -> Long.compare(one.used(), other.used()));
        long freed = 0;
        for (Copy.Here copy : oldest) {
            if (freed >= bytes) {
                break;
            }
            freed += store.deleteIdle(copy.local()) ? copy.bytes() : 0;
        }
        return freed;
    }

    int size() {
        return names.size();
    }
}
