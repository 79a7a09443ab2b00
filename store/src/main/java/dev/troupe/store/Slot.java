package dev.troupe.store;

/// A piece of a spill file: one object.
record Slot(SpillFile file, long offset, long bytes) {}
