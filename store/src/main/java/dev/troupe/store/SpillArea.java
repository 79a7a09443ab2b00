package dev.troupe.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/// A directory of files with objects that did not fit in memory. The first file creates the directory. Thread-safe.
///
/// Files are written and read with `RandomAccessFile`, which an interrupt does not close.
final class SpillArea implements AutoCloseable {
    private static final int CHUNK = 1 << 18;

    private final Path folder;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong numbers = new AtomicLong();
    /// Unused files, which [#sweep] removes outside the store's lock.
    private final Queue<Path> unwanted = new ConcurrentLinkedQueue<>();
    private volatile Executor sweeper = Runnable::run;
    private OwnedFile lock;

    SpillArea(Path folder) {
        this.folder = folder;
    }

    Path folder() {
        return folder;
    }

    /// Bytes of all files.
    long bytes() {
        return bytes.get();
    }

    /// Writes objects into one new file, one after another. Fails as a whole.
    List<Slot> write(List<MemorySegment> objects) throws IOException {
        long size = 0;
        for (MemorySegment object : objects) {
            size += Allocator.rounded(object.byteSize());
        }
        SpillFile file = new SpillFile(newPath(), size, objects.size());
        List<Slot> slots = new ArrayList<>();
        try (RandomAccessFile out = new RandomAccessFile(file.path.toFile(), "rw")) {
            byte[] chunk = new byte[(int) Math.min(CHUNK, size)];
            long offset = 0;
            for (MemorySegment object : objects) {
                out.seek(offset);
                for (long at = 0; at < object.byteSize(); at += chunk.length) {
                    int part = (int) Math.min(chunk.length, object.byteSize() - at);
                    MemorySegment.copy(object, ValueLayout.JAVA_BYTE, at, chunk, 0, part);
                    out.write(chunk, 0, part);
                }
                slots.add(new Slot(file, offset, object.byteSize()));
                offset += Allocator.rounded(object.byteSize());
            }
        } catch (IOException e) {
            Files.deleteIfExists(file.path);
            throw e;
        }
        bytes.addAndGet(size);
        return slots;
    }

    /// A file for an object that will be written through a mapping. It is filled with zeros now, because a disk that becomes full later would end
    /// the process that writes.
    Slot reserve(long size) throws IOException {
        SpillFile file = new SpillFile(newPath(), size, 1);
        try (RandomAccessFile out = new RandomAccessFile(file.path.toFile(), "rw")) {
            byte[] zeros = new byte[(int) Math.min(CHUNK, size)];
            for (long at = 0; at < size; at += zeros.length) {
                out.write(zeros, 0, (int) Math.min(zeros.length, size - at));
            }
        } catch (IOException e) {
            Files.deleteIfExists(file.path);
            throw e;
        }
        bytes.addAndGet(size);
        return new Slot(file, 0, size);
    }

    void read(Slot slot, MemorySegment target) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(slot.file().path.toFile(), "r")) {
            in.seek(slot.offset());
            byte[] chunk = new byte[(int) Math.min(CHUNK, slot.bytes())];
            for (long at = 0; at < slot.bytes(); at += chunk.length) {
                int part = (int) Math.min(chunk.length, slot.bytes() - at);
                in.readFully(chunk, 0, part);
                MemorySegment.copy(chunk, 0, target, ValueLayout.JAVA_BYTE, at, part);
            }
        } catch (IOException e) {
            throw new IOException("spill file " + slot.file().path + " cannot be read back: " + e.getMessage()
                    + "; the object in it is lost, compute it again", e);
        }
    }

    /// An object of a file is no longer used. Called with the store's lock held.
    void release(Slot slot) {
        if (--slot.file().wanted == 0) {
            bytes.addAndGet(-slot.file().bytes);
            unwanted.add(slot.file().path);
        }
    }

    /// Does the same as [#sweep], on the executor for threads that must not wait for a disk.
    void sweepSoon() {
        if (!unwanted.isEmpty()) {
            sweeper.execute(this::sweep);
        }
    }

    void sweepOn(Executor other) {
        sweeper = other;
    }

    /// Removes the unused files.
    void sweep() {
        for (Path path = unwanted.poll(); path != null; path = unwanted.poll()) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                Warning.log("spill file " + path + " cannot be removed now; it will be removed when the store closes", e);
            }
        }
    }

    @Override
    public synchronized void close() throws IOException {
        if (lock != null) {
            OwnedFile.removeFolder(folder);
            lock.close();
        }
    }

    private synchronized Path newPath() throws IOException {
        if (lock == null) {
            OwnedFile.createFolder(folder);
            lock = OwnedFile.create(folder.resolve(OwnedFile.LOCK));
        }
        return folder.resolve(Long.toString(numbers.incrementAndGet()));
    }
}
