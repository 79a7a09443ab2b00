package dev.troupe.head;

/// A name and the namespace in which it is unique.
record Name(String namespace, String name) {}
