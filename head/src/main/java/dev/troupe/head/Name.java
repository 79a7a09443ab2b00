package dev.troupe.head;

/// A name and where it is unique.
record Name(String namespace, String name) {}
