package dev.troupe.store;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

/// The mapped file. It is sparse: a page exists only after it was touched.
final class Memory implements AutoCloseable {
    private static final int CHUNK = 1 << 16;

    private final OwnedFile file;
    private final long capacity;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment all;
    private final byte[] zeros = new byte[CHUNK];

    Memory(Path path, long capacity) throws IOException {
        this.capacity = capacity;
        file = OwnedFile.create(path);
        try {
            file.content.setLength(capacity);
            all = Mapping.map(file.content.getChannel(), path, MapMode.READ_WRITE, 0, capacity, arena);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    Path path() {
        return file.path;
    }

    /// Removes the files of dead processes in a directory.
    void removeStale(Path folder) throws IOException {
        file.removeStale(folder);
    }

    long capacity() {
        return capacity;
    }

    MemorySegment slice(long offset, long bytes) {
        return all.asSlice(offset, bytes);
    }

    /// Creates pages by writing zeros to the file, and returns how many bytes exist now. If the file system is full, writing throws an exception;
    /// touching the mapped memory instead would end the process. For one thread at a time.
    long touch(long offset, long bytes) {
        long done = 0;
        try {
            file.content.seek(offset);
            while (done < bytes) {
                int part = (int) Math.min(CHUNK, bytes - done);
                file.content.write(zeros, 0, part);
                done += part;
            }
        } catch (IOException full) {
            // The bytes that were written count; the rest is requested again when it is needed.
        }
        return done;
    }

    /// Deletes the file and unmaps it. Other processes that have mapped it keep their memory.
    @Override
    public void close() throws IOException {
        file.close();
        Mapping.close(arena);
    }
}
