package dev.troupe.packages;

import dev.troupe.packages.CacheDirectory.Cached;
import java.io.IOException;
import java.util.List;

/// Keeps a cache within its limit, and leaves room on the disk. Packages that were not used for the longest time go first; packages that are pinned
/// stay.
///
/// Processes do not wait for each other here: if several write at the same moment, the cache may exceed its limit until the last of them has finished.
/// Within this process, the owner calls it from one thread at a time.
final class Room {
    private final CacheDirectory directory;
    private final long limit;

    Room(CacheDirectory directory, long limit) {
        this.directory = directory;
        this.limit = limit;
    }

    /// @param what needs the room
    /// @throws IOException with a message for the user
    void make(String what, long bytes) throws IOException {
        if (bytes > limit) {
            throw new IOException(what + " does not fit into the package cache " + directory.path() + ", whose limit is " + limit
                    + " bytes: raise the limit");
        }
        long left = evict(limit - bytes, bytes);
        if (left > limit - bytes) {
            throw new IOException(what + " does not fit into the package cache " + directory.path() + ", whose limit is " + limit
                    + " bytes: " + left + " bytes are in use by running programs; wait for them, or raise the limit");
        }
        if (directory.free() < bytes) {
            throw directory.notWritten(what, new IOException("No space left on device"));
        }
    }

    /// Evicts what is above the limit.
    void trim() throws IOException {
        long _ = evict(limit, 0);
    }

    /// @param most bytes that may be left in the cache
    /// @param free bytes that must be free on the disk
    /// @return how many bytes are left
    private long evict(long most, long free) throws IOException {
        List<Cached> all = directory.packages();
        long left = bytes(all);
        if (left <= most && directory.free() >= free) {
            return left;
        }
        directory.sweep(); // after this, every pin is that of a living process
        all = directory.packages();
        left = bytes(all);
        for (Cached one : all) {
            if (left <= most && directory.free() >= free) {
                break;
            }
            if (!one.pinned()) {
                directory.remove(one.id());
                left -= one.bytes();
            }
        }
        return left;
    }

    private long bytes(List<Cached> all) throws IOException {
        return all.stream().mapToLong(Cached::bytes).sum() + directory.incoming();
    }
}
