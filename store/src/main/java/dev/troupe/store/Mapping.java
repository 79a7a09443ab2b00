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

/// Files to memory and back out of it.
final class Mapping {
    private static final int ATTEMPTS = 5_000;
    private static final long PAUSE_NANOS = 200_000;

    private Mapping() {}

    /// Maps a piece of a file also when the thread is interrupted (which closes channels): user code may be cancelled at any time.
    static MemorySegment map(Path file, boolean writable, long offset, long bytes, Arena arena) throws IOException {
        var options = writable ? Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE) : Set.of(StandardOpenOption.READ);
        boolean interrupted = false;
        try {
            while (true) {
                interrupted |= Thread.interrupted();
                try (FileChannel channel = FileChannel.open(file, options)) {
                    return channel.map(writable ? MapMode.READ_WRITE : MapMode.READ_ONLY, offset, bytes, arena);
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

    /// Unmaps. A channel that writes from the memory at this very moment holds it; such writes are short. One that is stuck keeps its
    /// memory until the process ends.
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
