package dev.troupe.store;

import java.util.Optional;

/// One object, as its owner sees it. Guarded by the store's lock.
final class Entry {
    final long id;
    final long bytes;
    /// Who writes it; once it is sealed, whose end is its end.
    int owner;
    /// Whom it was sealed for and who has not taken it yet.
    int heir = ObjectStore.NOBODY;
    final Pins pins = new Pins();
    boolean sealed;
    boolean deleted;
    /// Being written to or read from disk at the moment; neither moves nor goes away meanwhile.
    boolean moving;
    /// Its memory; null = only on disk.
    Block block;
    /// Its bytes on disk; null = only in memory. Sealed objects never change, so a copy stays good when the object is brought back.
    Slot copy;

    Entry(long id, long bytes, int owner) {
        this.id = id;
        this.bytes = bytes;
        this.owner = owner;
    }

    /// Nobody reads or writes it.
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
