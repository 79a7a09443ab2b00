package dev.troupe.store;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// Maps files into memory and unmaps them.
final class Mapping {
    private static final int ATTEMPTS = 5_000;
    private static final long PAUSE_NANOS = 200_000;

    private Mapping() {}

    /// Maps a part of a file, even if the thread is interrupted, which closes channels. User code may be cancelled at any time.
    static MemorySegment map(Path file, boolean writable, long offset, long bytes, Arena arena) throws IOException {
        var options = writable ? Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE) : Set.of(StandardOpenOption.READ);
        boolean interrupted = false;
        try {
            while (true) {
                interrupted |= Thread.interrupted();
                try (FileChannel channel = FileChannel.open(file, options)) {
                    return map(channel, file, writable ? MapMode.READ_WRITE : MapMode.READ_ONLY, offset, bytes, arena);
                } catch (ClosedByInterruptException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Maps a part of an open file. If that fails, the exception says what could not be mapped and what to change.
    static MemorySegment map(FileChannel channel, Path file, MapMode mode, long offset, long bytes, Arena arena) throws IOException {
        try {
            return channel.map(mode, offset, bytes, arena);
        } catch (IOException e) {
            if (e.getCause() instanceof OutOfMemoryError) {
                throw new IOException(bytes + " bytes of the object store in " + file + " could not be mapped into this process, "
                        + "which has no address space left for them: make the store smaller with troupe.object-store-memory, "
                        + "or raise the limit that 'ulimit -v' shows", e);
            }
            throw e;
        }
    }

    /// Unmaps. This waits for a channel that is writing from the memory; such writes are short. If a write is stuck, the memory stays mapped
    /// until the process ends.
    static void close(Arena arena) {
        for (int attempt = 0; arena.scope().isAlive(); attempt++) {
            try {
                arena.close();
            } catch (IllegalStateException held) {
                if (attempt == ATTEMPTS) {
                    Warning.log("memory stays mapped: a channel is writing from it", held);
                    return;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }
}
