package dev.troupe.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.concurrent.Executor;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/// The objects of one node, in memory that all its processes map. This is the owner's side, which decides where objects are and how long they
/// stay there. Other processes read and write them through a [StoreView].
///
/// ```java
/// try (ObjectStore store = ObjectStore.open(directoryInMemory, "node-1", 1L << 30, spillDirectory)) {
///     Place place = store.allocate(bytes.length, me);
///     MemorySegment.copy(bytes, 0, store.segment(place), JAVA_BYTE, 0, bytes.length);
///     store.seal(place.id());                             // from now on immutable
///     Place pinned = store.pin(place.id(), reader);       // stays there until unpinned; is loaded if it was on disk
///     store.unpin(place.id(), reader);
///     store.delete(place.id());                           // its memory is recycled
/// }
/// ```
///
/// When more than 80 % of the memory is used, sealed objects that are not pinned go to disk, the least recently used first. An object for which
/// there is no memory at all gets its own file and is mapped from there.
///
/// Thread-safe; interrupts do no harm. The caller assigns the numbers of processes.
public final class ObjectStore implements AutoCloseable {
    /// The owner of objects that stay until they are deleted.
    public static final int NOBODY = Integer.MIN_VALUE;

    private static final long SMALLEST = 64 << 10;

    private final Memory memory;
    private final SpillArea disk;
    private final Shelf shelf;
    private final Room room;

    private ObjectStore(Memory memory, SpillArea disk, long firstId) {
        this.memory = memory;
        this.disk = disk;
        this.shelf = new Shelf(memory.capacity(), disk, firstId);
        this.room = new Room(memory, disk, shelf);
    }

    /// A directory for shared memory of this size: `/dev/shm`, or the given directory if `/dev/shm` does not exist or has too little space.
    public static Path sharedMemory(long capacity, Path otherwise) {
        Path shm = Path.of("/dev/shm");
        try {
            boolean fits = Files.isDirectory(shm) && Files.isWritable(shm) && Files.getFileStore(shm).getUsableSpace() >= capacity;
            return fits ? shm : otherwise;
        } catch (IOException e) {
            return otherwise;
        }
    }

    /// Opens a new, empty store. Removes the files of this user's dead processes in both directories, unless other users may write there.
    ///
    /// @param directory of the mapped file, preferably in memory
    /// @param name part of the names of its files: letters, digits, `.`, `_`, `-`
    /// @param capacity bytes of memory it may use; none is used before it is needed
    /// @param spillDirectory for objects that do not fit; a directory in it is created when it is needed
    public static ObjectStore open(Path directory, String name, long capacity, Path spillDirectory) throws IOException {
        return open(directory, name, capacity, spillDirectory, 1);
    }

    /// Opens a new, empty store whose objects get ids from a given one on, so that no other store has the same.
    public static ObjectStore open(Path directory, String name, long capacity, Path spillDirectory, long firstId) throws IOException {
        if (!name.matches("[A-Za-z0-9._-]+")) {
            throw new IllegalArgumentException("store name '" + name + "' may contain only letters, digits, '.', '_' and '-'");
        }
        if (capacity < SMALLEST) {
            throw new IllegalArgumentException("a store capacity of " + capacity + " bytes is too small: the minimum is " + SMALLEST);
        }
        Files.createDirectories(directory);
        Files.createDirectories(spillDirectory);
        String base = OwnedFile.newName(name);
        Memory memory = new Memory(directory.resolve(base + ".store"), capacity & -Allocator.UNIT);
        try {
            memory.removeStale(directory);
            memory.removeStale(spillDirectory);
        } catch (IOException | RuntimeException e) {
            memory.close();
            throw e;
        }
        return new ObjectStore(memory, new SpillArea(spillDirectory.resolve(base + ".spill")), firstId);
    }

    /// The file that others map.
    public Path file() {
        return memory.path();
    }

    /// Allocates an object that `process` will write and then seal. May have to spill other objects first.
    ///
    /// @throws StoreFullException when neither memory nor disk has room
    public Place allocate(long bytes, int process) throws StoreFullException {
        if (bytes < 0) {
            throw new IllegalArgumentException("an object cannot have " + bytes + " bytes");
        }
        locked(() -> shelf.checkAlive(process));
        Block block = room.take(bytes);
        Slot slot = block == null ? reserve(bytes) : null;
        return locked(() -> added(bytes, process, block, slot));
    }

    // The writer may have died in the meantime.
    private Place added(long bytes, int process, Block block, Slot slot) {
        Entry entry = shelf.add(bytes, process, block, slot);
        Place place = entry.place();
        try {
            shelf.checkAlive(process);
        } catch (IllegalStateException e) {
            shelf.forget(entry);
            throw e;
        }
        return place;
    }

    /// The bytes of an object: writable until it is sealed, read-only afterwards.
    ///
    /// @param place from `allocate`, or from `pin` and still pinned
    public MemorySegment segment(Place place) {
        boolean writable = locked(() -> {
            room.checkOpen();
            Entry entry = shelf.any(place.id());
            return entry != null && !entry.sealed;
        });
        if (!place.inMemory()) {
            return StoreView.onDisk(place, writable);
        }
        MemorySegment segment = memory.slice(place.offset(), place.bytes());
        return writable ? segment : segment.asReadOnly();
    }

    /// Marks the object as complete: nobody writes to it any more. It stays until it is deleted.
    public void seal(long id) {
        locked(() -> {
            shelf.seal(unsealed(id), NOBODY);
            room.changed.signalAll();
        });
        disk.sweepSoon();
    }

    /// Marks the object as complete and pins it for a process, so that it does not move in between.
    public Place sealPinned(long id, int process) {
        Place place = locked(() -> {
            shelf.checkAlive(process);
            Entry entry = unsealed(id);
            entry.pins.add(process);
            shelf.seal(entry, NOBODY);
            room.changed.signalAll();
            return entry.place();
        });
        disk.sweepSoon();
        return place;
    }

    /// Marks the object as complete and assigns it to a process, which may be its writer. The object is deleted when this process ends, or at once if it
    /// has already ended. A process other than the writer has to [take][#take] it; if it has already done so, nothing happens.
    public void seal(long id, int owner) {
        locked(() -> {
            Entry entry = shelf.any(id);
            if (entry != null && !entry.sealed) {
                shelf.seal(entry, owner);
                room.changed.signalAll();
            }
        });
        disk.sweepSoon();
    }

    /// The process that the object was sealed for takes ownership of it. This call may come before the writer reports that the object is sealed. False
    /// if the object no longer exists.
    public boolean take(long id, int process) {
        boolean there = locked(() -> {
            Entry entry = shelf.any(id);
            if (entry != null) {
                shelf.take(entry, process);
                room.changed.signalAll();
            }
            return entry != null;
        });
        disk.sweepSoon();
        return there;
    }

    /// A process knows that a writer has died and will not be told any more about objects that the writer sealed for it. Objects that it has not taken are deleted.
    public void renounce(int process, int writer) {
        locked(() -> shelf.renounce(process, writer));
        disk.sweepSoon();
    }

    /// The writer gives up an object that it has not sealed.
    public void discard(long id) {
        locked(() -> {
            shelf.forget(unsealed(id));
            room.changed.signalAll();
        });
        disk.sweepSoon();
    }

    /// Adds a pin of `process` that holds the object in its place, and returns this place. Waits while the object is being written, because readers
    /// may know of it before its writer has reported it. Loads the object from disk; if there is no memory for it, it is pinned on disk.
    ///
    /// @throws NoSuchElementException when it was deleted, or its writer gave up or died
    /// @throws IOException when it was spilled and cannot be read back
    public Place pin(long id, int process) throws IOException {
        Entry entry;
        room.lock.lock();
        try {
            shelf.checkAlive(process);
            entry = readable(id);
            boolean stays = entry.block != null || !entry.pins.none() || entry.bytes > memory.capacity();
            if (!stays) {
                room.begin();
                entry.moving = true;
            }
            entry.pins.add(process);
            shelf.settle(entry);
            if (stays) {
                return entry.place();
            }
        } finally {
            room.lock.unlock();
        }
        return bringBack(entry, process);
    }

    /// Like [#pin], but leaves an object that is only on disk there: for readers that pass its bytes on and need no memory for it. Other
    /// processes that pin it at the same time read it from disk, too.
    ///
    /// @throws NoSuchElementException when it was deleted, or its writer gave up or died
    public Place pinWhereItIs(long id, int process) {
        return locked(() -> {
            shelf.checkAlive(process);
            Entry entry = readable(id);
            entry.pins.add(process);
            shelf.settle(entry);
            return entry.place();
        });
    }

    /// Removes one pin of a process. False if it has none.
    public boolean unpin(long id, int process) {
        boolean had = locked(() -> {
            Entry entry = shelf.any(id);
            boolean removed = entry != null && entry.pins.remove(process);
            if (removed) {
                shelf.settle(entry);
            }
            return removed;
        });
        disk.sweepSoon();
        return had;
    }

    /// A process has died: removes its pins, the objects it had not sealed and those it owned. Later requests in its name are rejected.
    public void releaseAll(int process) {
        locked(() -> {
            shelf.releaseAll(process);
            room.changed.signalAll();
        });
        disk.sweepSoon();
    }

    /// Deletes an object: it can no longer be pinned, and it is freed when the last pin is removed (or its writer has sealed it). False if it
    /// was deleted before.
    public boolean delete(long id) {
        boolean known = locked(() -> {
            Entry entry = shelf.any(id);
            boolean there = entry != null && !entry.deleted;
            if (there) {
                entry.deleted = true;
                shelf.settle(entry);
            }
            return there;
        });
        disk.sweepSoon();
        return known;
    }

    /// Deletes an object unless it is being written, pinned or moved to or from disk. False if it stays or was deleted before.
    public boolean deleteIdle(long id) {
        boolean idle = locked(() -> {
            Entry entry = shelf.any(id);
            boolean unused = entry != null && !entry.deleted && entry.idle();
            if (unused) {
                entry.deleted = true;
                shelf.settle(entry);
            }
            return unused;
        });
        disk.sweepSoon();
        return idle;
    }

    /// Calls `action` with the id of every object that is gone: deleted, unpinned, given up by its writer, or left by its dead owner. The action
    /// runs while the store is locked; it must neither block nor call the store.
    public void whenGone(LongConsumer action) {
        locked(() -> shelf.whenGone(action));
    }

    /// Calls `action` whenever an object is allocated while more than 60 % of the memory is used, so that unused objects can be released before
    /// others have to be spilled. The action must not block.
    public void whenCrowded(Runnable action) {
        room.whenCrowded(action);
    }

    /// Removes unused spill files on this executor, instead of on the threads that seal, unpin or delete.
    public void sweepOn(Executor executor) {
        disk.sweepOn(executor);
    }

    /// The present content of the store, in numbers.
    public StoreStats stats() {
        return locked(shelf::stats);
    }

    /// Deletes the file and all spill files. Afterwards, segments of this process throw when they are touched; other processes keep what they
    /// have mapped.
    @Override
    public void close() throws IOException {
        if (room.shut()) {
            try (memory) {
                disk.close();
            }
        }
    }

    /// A sealed object that is not being loaded from disk; waits until the object is in that state.
    private Entry readable(long id) {
        while (true) {
            room.checkOpen();
            Entry entry = shelf.find(id);
            if (entry.sealed && (entry.block != null || !entry.moving)) {
                return entry;
            }
            room.changed.awaitUninterruptibly();
        }
    }

    /// The entry is `moving` and pinned, so nothing of it changes except the memory that it gets here.
    private Place bringBack(Entry entry, int process) throws IOException {
        Slot copy = entry.copy;
        Block block = null;
        boolean read = false;
        try {
            block = room.take(entry.bytes);
            if (block != null) {
                disk.read(copy, memory.slice(block.offset, entry.bytes));
            }
            read = true;
            return Entry.place(entry.id, entry.bytes, block, copy);
        } finally {
            room.lock.lock();
            try {
                entry.moving = false;
                entry.block = block;
                if (!read) {
                    entry.pins.remove(process);
                    shelf.evict(entry);
                }
                shelf.settle(entry);
                room.end();
            } finally {
                room.lock.unlock();
            }
            disk.sweep();
        }
    }

    /// A file for an object that has no place in memory.
    private Slot reserve(long bytes) throws StoreFullException {
        locked(room::begin);
        try {
            while (true) {
                try {
                    return disk.reserve(bytes);
                } catch (IOException e) {
                    if (!droppedCopies()) {
                        throw full(bytes, e);
                    }
                }
            }
        } finally {
            locked(room::end);
        }
    }

    private boolean droppedCopies() {
        boolean dropped = locked(shelf::dropCopies);
        disk.sweep();
        return dropped;
    }

    private StoreFullException full(long bytes, IOException cause) {
        StoreStats now = stats();
        String memoryFull = now.touched() < now.capacity() && bytes <= now.capacity() ? ", and its file system is full" : "";
        return new StoreFullException("no room for an object of " + bytes + " bytes: " + now.used() + " of " + now.capacity()
                + " bytes of memory are used in " + file() + memoryFull + " (" + now.pinned() + " objects pinned, " + now.unsealed()
                + " being written), and the spill directory " + disk.folder().getParent() + ", which holds " + now.diskBytes()
                + " bytes, cannot take it: "
                + cause.getMessage() + "; release references, or give the store more memory or its spill directory more space", cause);
    }

    /// The entry of an object that is being written, even if it was deleted.
    private Entry unsealed(long id) {
        Entry entry = shelf.any(id);
        if (entry == null || entry.sealed) {
            throw new IllegalStateException(
                    "object " + id + " is not being written: " + (entry == null ? "it does not exist" : "it is sealed"));
        }
        return entry;
    }

    private void locked(Runnable action) {
        locked(() -> {
            action.run();
            return null;
        });
    }

    private <T> T locked(Supplier<T> action) {
        room.lock.lock();
        try {
            return action.get();
        } finally {
            room.lock.unlock();
        }
    }
}
