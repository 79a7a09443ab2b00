package dev.troupe.store;

import java.util.TreeSet;

/// Allocates blocks of the memory `[0, end)`: best fit, lowest address first; free neighbours are joined. `end` moves when the store
/// touches more memory; until then only recycled pages are allocated. For one thread at a time.
final class Allocator {
    /// Every block starts at, and is, a multiple of this: a cache line.
    static final long UNIT = 64;

    private final TreeSet<Block> free = new TreeSet<>(Block::bySize);
    private Block last;
    private long end;
    private long used;

    /// The number of bytes that an object of this size occupies.
    static long rounded(long bytes) {
        return Math.max(UNIT, Math.addExact(bytes, UNIT - 1) & -UNIT);
    }

    /// A block of exactly this (rounded) size, or null if no free block is large enough.
    Block take(long size) {
        Block block = free.ceiling(new Block(-1, size));
        if (block == null) {
            return null;
        }
        free.remove(block);
        if (block.size > size) {
            Block rest = new Block(block.offset + size, block.size - size);
            block.size = size;
            link(rest, block.next);
            link(block, rest);
            release(rest);
        }
        block.free = false;
        used += size;
        return block;
    }

    /// Frees a block.
    void free(Block block) {
        if (block.free) {
            throw new IllegalStateException("block at " + block.offset + " is already free");
        }
        used -= block.size;
        Block merged = block;
        Block previous = block.previous;
        if (previous != null && previous.free) {
            free.remove(previous);
            previous.size += block.size;
            link(previous, block.next);
            merged = previous;
        }
        Block next = merged.next;
        if (next != null && next.free) {
            free.remove(next);
            merged.size += next.size;
            link(merged, next.next);
        }
        block.free = true;
        release(merged);
    }

    /// Makes this many more bytes at the end available.
    void extend(long bytes) {
        if (bytes == 0) {
            return;
        }
        if (last != null && last.free) {
            free.remove(last);
            last.size += bytes;
            free.add(last);
        } else {
            Block block = new Block(end, bytes);
            if (last != null) {
                link(last, block);
            }
            last = block;
            release(block);
        }
        end += bytes;
    }

    long end() {
        return end;
    }

    long used() {
        return used;
    }

    long freeAtEnd() {
        return last != null && last.free ? last.size : 0;
    }

    int holes() {
        return free.size();
    }

    private void release(Block block) {
        block.free = true;
        free.add(block);
    }

    private void link(Block left, Block right) {
        left.next = right;
        if (right == null) {
            last = left;
        } else {
            right.previous = left;
        }
    }
}
