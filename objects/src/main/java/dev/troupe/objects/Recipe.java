package dev.troupe.objects;

/// How a large object was made, so that its owner can rebuild it when its bytes are lost.
public interface Recipe {
    /// Repeats the call that made the object, and first those that made its arguments if these no longer exist.
    ///
    /// @param result receives the outcome
    /// @param numbers for the arguments that are rebuilt
    /// @return false if it cannot be rebuilt
    boolean repeat(TrackedObject result, ObjectNumbers numbers);
}
