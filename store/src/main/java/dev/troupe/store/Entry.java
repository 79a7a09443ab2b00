package dev.troupe.store;

import java.util.Optional;

/// One object, as its owner sees it. Guarded by the store's lock.
final class Entry {
    final long id;
    final long bytes;
    /// The process that writes it. After it is sealed, it is deleted when this process ends.
    int owner;
    /// The process that it was sealed for and that has not taken it yet.
    int heir = ObjectStore.NOBODY;
    final Pins pins = new Pins();
    boolean sealed;
    boolean deleted;
    /// Whether it is being written to or read from disk. It is neither moved nor deleted in the meantime.
    boolean moving;
    /// Its memory; null if it is only on disk.
    Block block;
    /// Its bytes on disk; null if it is only in memory. Sealed objects never change, so the copy on disk stays valid when the object is loaded again.
    Slot copy;

    Entry(long id, long bytes, int owner) {
        this.id = id;
        this.bytes = bytes;
        this.owner = owner;
    }

    /// Whether no process reads or writes it.
    boolean idle() {
        return sealed && !moving && pins.none();
    }

    Place place() {
        return place(id, bytes, block, copy);
    }

    static Place place(long id, long bytes, Block block, Slot copy) {
        return block != null
                ? new Place(id, block.offset, bytes, Optional.empty())
                : new Place(id, copy.offset(), bytes, Optional.of(copy.file().path));
    }
}
