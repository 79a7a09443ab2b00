package dev.troupe.objects;

/// How a large object was made, so that its owner can make it again when its bytes are lost.
public interface Recipe {
    /// Starts the call again that made the object, and first those that make its arguments again if nobody has them any more.
    ///
    /// @param result gets the outcome
    /// @param numbers for the arguments that are made again
    /// @return false when it cannot be made again
    boolean repeat(TrackedObject result, ObjectNumbers numbers);
}
