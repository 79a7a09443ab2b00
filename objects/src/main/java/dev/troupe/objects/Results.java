package dev.troupe.objects;

import dev.troupe.messages.Outcome;

/// What calls need from the objects of their process: arguments that arrive and results that are set.
public interface Results {
    /// A call waits for the object: asks its owner for it, once.
    void want(TrackedObject argument);

    /// Sets the outcome of an object of this process; of several outcomes the first counts.
    void complete(TrackedObject result, Outcome outcome);
}
