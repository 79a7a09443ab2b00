package dev.troupe.store;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.LongConsumer;

/// The objects of the store and their states: pure bookkeeping, no I/O. For one thread at a time.
final class Shelf {
    /// From this size on, an object has its own spill file.
    static final long LARGE = 1 << 20;

    final Allocator memory = new Allocator();
    private final SpillArea disk;
    private final long capacity;
    private final Map<Long, Entry> entries = new HashMap<>();
    /// In memory and idle, the least recently used first.
    private final LinkedHashSet<Entry> spillable = new LinkedHashSet<>();
    /// One bit for each process that ever existed, by number.
    private final BitSet dead = new BitSet();
    private LongConsumer gone = id -> {};
    private final long firstId;
    private long lastId;
    /// Bytes of memory that are being written to disk.
    long leaving;

    Shelf(long capacity, SpillArea disk, long firstId) {
        this.capacity = capacity;
        this.firstId = firstId;
        this.lastId = firstId - 1;
        this.disk = disk;
    }

    void whenGone(LongConsumer action) {
        gone = action;
    }

    Entry add(long bytes, int writer, Block block, Slot copy) {
        Entry entry = new Entry(++lastId, bytes, writer);
        entry.block = block;
        entry.copy = copy;
        entries.put(entry.id, entry);
        return entry;
    }

    Entry find(long id) {
        Entry entry = entries.get(id);
        if (entry == null || entry.deleted) {
            throw new NoSuchElementException(
                    "object " + id + " is not in the store: "
                            + (id >= firstId && id <= lastId ? "it was deleted" : "no object ever had this number"));
        }
        return entry;
    }

    /// Also finds objects that are deleted but pinned; null if there is none.
    Entry any(long id) {
        return entries.get(id);
    }

    /// Removes the pins of a process, and deletes the objects that it had not finished, that it owned and that were meant for it.
    void releaseAll(int process) {
        dead.set(process);
        for (Entry entry : List.copyOf(entries.values())) {
            boolean owned = entry.heir == process || (entry.owner == process && entry.heir == ObjectStore.NOBODY);
            boolean pinned = entry.pins.removeAll(process);
            if (entry.owner == process && !entry.sealed) {
                forget(entry);
            } else if (owned || pinned) {
                entry.deleted |= owned;
                settle(entry);
            }
        }
    }

    /// Objects are not kept for a dead process.
    void seal(Entry entry, int owner) {
        entry.sealed = true;
        if (owner == ObjectStore.NOBODY) {
            entry.owner = owner;
        } else if (owner != entry.owner) {
            entry.heir = owner;
        }
        entry.deleted |= dead(owner);
        settle(entry);
    }

    void take(Entry entry, int heir) {
        entry.sealed = true;
        entry.owner = heir;
        entry.heir = ObjectStore.NOBODY;
        entry.deleted |= dead(heir);
        settle(entry);
    }

    void renounce(int heir, int writer) {
        for (Entry entry : List.copyOf(entries.values())) {
            if (entry.owner == writer && entry.heir == heir) {
                entry.deleted = true;
                settle(entry);
            }
        }
    }

    private boolean dead(int process) {
        return process != ObjectStore.NOBODY && dead.get(process);
    }

    void checkAlive(int process) {
        if (dead(process)) {
            throw new IllegalStateException("process " + process + " has ended and can no longer hold objects");
        }
    }

    /// Must be called after every change of an entry: keeps it, offers it for spilling, or removes it.
    void settle(Entry entry) {
        if (!entry.idle()) {
            spillable.remove(entry);
        } else if (entry.deleted) {
            forget(entry);
        } else if (entry.block != null) {
            spillable.add(entry);
        }
    }

    /// Frees the memory and the disk space of an entry.
    void forget(Entry entry) {
        spillable.remove(entry);
        entries.remove(entry.id);
        gone.accept(entry.id);
        evict(entry);
        if (entry.copy != null) {
            disk.release(entry.copy);
            entry.copy = null;
        }
    }

    /// Frees its memory.
    void evict(Entry entry) {
        spillable.remove(entry);
        if (entry.block != null) {
            memory.free(entry.block);
            entry.block = null;
        }
    }

    boolean nothingToSpill() {
        return spillable.isEmpty();
    }

    /// The least recently used one, or null.
    Entry oldest() {
        return spillable.isEmpty() ? null : spillable.getFirst();
    }

    /// The least recently used objects without a copy on disk that fill one file, now `moving`: one large object, or several small ones.
    List<Entry> nextBatch() {
        List<Entry> batch = new ArrayList<>();
        long limit = Math.min(8 << 20, capacity / 16);
        long bytes = 0;
        for (Entry entry : spillable) {
            if (entry.copy != null || (!batch.isEmpty() && (entry.bytes >= LARGE || bytes + entry.block.size > limit))) {
                break;
            }
            batch.add(entry);
            bytes += entry.block.size;
            if (entry.bytes >= LARGE) {
                break;
            }
        }
        for (Entry entry : batch) {
            spillable.remove(entry);
            entry.moving = true;
            leaving += entry.block.size;
        }
        return batch;
    }

    /// The batch has its copies on disk, in the same order. Objects that were not pinned in the meantime are removed from memory.
    void spilled(List<Entry> batch, List<Slot> copies) {
        for (int i = 0; i < batch.size(); i++) {
            Entry entry = batch.get(i);
            entry.moving = false;
            leaving -= entry.block.size;
            entry.copy = copies.get(i);
            if (entry.idle()) {
                evict(entry);
            }
            settle(entry);
        }
    }

    /// The batch could not be written: its objects stay in memory and are still the least recently used.
    void kept(List<Entry> batch) {
        for (Entry entry : batch.reversed()) {
            entry.moving = false;
            leaving -= entry.block.size;
            settle(entry);
            if (spillable.contains(entry)) {
                spillable.addFirst(entry);
            }
        }
    }

    /// Deletes the disk copies of objects that are also in memory. False if there are none.
    boolean dropCopies() {
        boolean dropped = false;
        for (Entry entry : spillable) {
            if (entry.copy != null) {
                disk.release(entry.copy);
                entry.copy = null;
                dropped = true;
            }
        }
        return dropped;
    }

    StoreStats stats() {
        int unsealed = 0;
        int pinned = 0;
        long pins = 0;
        int spilled = 0;
        long spilledBytes = 0;
        for (Entry entry : entries.values()) {
            unsealed += entry.sealed ? 0 : 1;
            pinned += entry.pins.none() ? 0 : 1;
            pins += entry.pins.total();
            if (entry.block == null) {
                spilled++;
                spilledBytes += entry.bytes;
            }
        }
        return new StoreStats(capacity, memory.end(), memory.used(), entries.size(), unsealed, pinned, pins, spilled, spilledBytes,
                disk.bytes());
    }
}
