package dev.troupe.store;

/// What a store holds at one moment.
///
/// @param capacity bytes of memory it may use
/// @param touched bytes of memory it has ever used; they are recycled, not returned to the system
/// @param used bytes of memory that objects occupy now
/// @param objects all objects: being written, in memory, on disk, deleted but still pinned
/// @param unsealed how many of them are being written
/// @param pinned how many of them are pinned
/// @param pins all pins
/// @param spilled how many objects are only on disk
/// @param spilledBytes their bytes
/// @param diskBytes bytes of all spill files
public record StoreStats(long capacity, long touched, long used, int objects, int unsealed, int pinned, long pins, int spilled,
        long spilledBytes, long diskBytes) {
    /// Whether nothing is left: no object, no memory in use, no spill file.
    public boolean empty() {
        return objects == 0 && used == 0 && diskBytes == 0;
    }
}
