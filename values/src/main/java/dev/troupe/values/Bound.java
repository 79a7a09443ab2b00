package dev.troupe.values;

/// An object whose written form can only be read where it is meant to be read, such as a reference that is counted there. A value that holds
/// one is not read by its sender to see whether that is possible.
public interface Bound {}
