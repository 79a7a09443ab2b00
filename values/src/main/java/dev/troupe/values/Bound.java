package dev.troupe.values;

/// An object whose serialized form can be read only by its receiver, such as a reference that the receiver counts. The sender therefore does not read back
/// a value that contains one.
public interface Bound {}
