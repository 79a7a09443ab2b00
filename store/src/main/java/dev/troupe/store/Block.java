package dev.troupe.store;

/// A piece of the store's memory, in use or free. Blocks lie side by side without gaps.
final class Block {
    final long offset;
    long size;
    boolean free;
    Block previous;
    Block next;

    Block(long offset, long size) {
        this.offset = offset;
        this.size = size;
    }

    /// Orders by size, then by address: the first block that fits wastes the least memory and has the lowest address.
    static int bySize(Block one, Block other) {
        int order = Long.compare(one.size, other.size);
        return order != 0 ? order : Long.compare(one.offset, other.offset);
    }
}
