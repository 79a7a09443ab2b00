package dev.troupe.head;

/// A device, or a part of one.
record Share(int device, long amount) {}
