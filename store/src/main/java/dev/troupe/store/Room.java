package dev.troupe.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Finds memory for objects: first recycled memory, then fresh memory, then by spilling. Owns the store's lock, which is never held during I/O.
final class Room {
    private static final long FIRST_STEP = 1 << 20;
    private static final long STEP = 16 << 20;
    private static final double SPILL_MARK = 0.8;
    private static final double CROWDED_MARK = 0.6;

    /// Guards the shelf and all entries.
    final ReentrantLock lock = new ReentrantLock();
    /// Signalled when an I/O operation has ended, or an object is no longer being written.
    final Condition changed = lock.newCondition();
    /// Held by the one thread that touches fresh memory; acquired before the store's lock, never after it.
    private final ReentrantLock growing = new ReentrantLock();
    private final Memory memory;
    private final SpillArea disk;
    private final Shelf shelf;
    private final long mark;
    private final long crowdedMark;
    private volatile Runnable whenCrowded = () -> {};
    /// The numbers of batches that are being written to disk, and of those that have ended.
    private int spilling;
    private long spilled;
    private int working;
    private boolean closed;
    /// Why the latest batch could not be written; null if it was.
    private IOException refusal;

    Room(Memory memory, SpillArea disk, Shelf shelf) {
        this.memory = memory;
        this.disk = disk;
        this.shelf = shelf;
        this.mark = (long) (memory.capacity() * SPILL_MARK);
        this.crowdedMark = (long) (memory.capacity() * CROWDED_MARK);
    }

    void whenCrowded(Runnable action) {
        whenCrowded = action;
    }

    /// Memory for an object; null if there is none even after everything possible was spilled. Must not be called with the lock held.
    Block take(long bytes) {
        if (bytes > memory.capacity()) {
            return null;
        }
        long size = Allocator.rounded(bytes);
        if (used() + size > crowdedMark) {
            whenCrowded.run();
        }
        while (crowded(size)) {
            spill();
        }
        do {
            Block block = takeTouched(size);
            if (block == null) {
                block = takeFresh(size);
            }
            if (block != null) {
                return block;
            }
        } while (spill());
        return null;
    }

    /// Begins I/O that `close` has to wait for. With the lock held.
    void begin() {
        checkOpen();
        working++;
    }

    /// Ends it. With the lock held.
    void end() {
        working--;
        changed.signalAll();
    }

    /// With the lock held.
    void checkOpen() {
        if (closed) {
            throw new IllegalStateException("object store " + memory.path() + " is closed");
        }
    }

    /// Prevents new I/O and waits for the end of running I/O. False if it was closed before.
    boolean shut() {
        lock.lock();
        try {
            boolean first = !closed;
            closed = true;
            changed.signalAll();
            while (working > 0) {
                changed.awaitUninterruptibly();
            }
            return first;
        } finally {
            lock.unlock();
        }
    }

    private long used() {
        lock.lock();
        try {
            return shelf.memory.used();
        } finally {
            lock.unlock();
        }
    }

    private boolean crowded(long size) {
        lock.lock();
        try {
            checkOpen();
            return shelf.memory.used() - shelf.leaving + size > mark && !shelf.nothingToSpill() && refusal == null;
        } finally {
            lock.unlock();
        }
    }

    private Block takeTouched(long size) {
        lock.lock();
        try {
            checkOpen();
            return shelf.memory.take(size);
        } finally {
            lock.unlock();
        }
    }

    private Block takeFresh(long size) {
        growing.lock();
        try {
            while (true) {
                long from;
                long step;
                lock.lock();
                try {
                    Block block = shelf.memory.take(size);
                    from = shelf.memory.end();
                    long missing = size - shelf.memory.freeAtEnd();
                    long left = memory.capacity() - from;
                    if (block != null || missing > left) {
                        return block;
                    }
                    step = Math.min(left, Math.max(missing, Math.clamp(from, FIRST_STEP, STEP)));
                    begin();
                } finally {
                    lock.unlock();
                }
                long touched = memory.touch(from, step);
                lock.lock();
                try {
                    end();
                    shelf.memory.extend(touched);
                    Block block = shelf.memory.take(size);
                    if (block != null || touched < step) {
                        return block;
                    }
                } finally {
                    lock.unlock();
                }
            }
        } finally {
            growing.unlock();
        }
    }

    /// Writes one batch of the least recently used objects to disk, or waits for another thread that does. False if nothing can be spilled.
    private boolean spill() {
        List<Entry> batch;
        List<MemorySegment> objects;
        lock.lock();
        try {
            Entry oldest = shelf.oldest();
            if (oldest != null && oldest.copy != null) {
                shelf.evict(oldest);
                return true;
            }
            batch = shelf.nextBatch();
            if (batch.isEmpty()) {
                return othersSpilled();
            }
            begin();
            spilling++;
            objects = batch.stream().map(entry -> memory.slice(entry.block.offset, entry.bytes)).toList();
        } finally {
            lock.unlock();
        }
        List<Slot> copies = null;
        IOException failure = null;
        try {
            copies = disk.write(objects);
        } catch (IOException e) {
            failure = e;
        }
        boolean again;
        lock.lock();
        try {
            spilling--;
            spilled++;
            end();
            refusal = failure;
            if (copies != null) {
                shelf.spilled(batch, copies);
                again = true;
            } else {
                shelf.kept(batch);
                again = shelf.dropCopies();
            }
        } finally {
            lock.unlock();
        }
        disk.sweep();
        return again;
    }

    /// Waits for the end of another thread's next batch; false if there is none. With the lock held.
    private boolean othersSpilled() {
        boolean any = spilling > 0;
        long before = spilled;
        while (spilling > 0 && spilled == before) {
            changed.awaitUninterruptibly();
        }
        return any;
    }
}
