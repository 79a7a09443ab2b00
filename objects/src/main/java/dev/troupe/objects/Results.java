package dev.troupe.objects;

import dev.troupe.messages.Outcome;

/// What calls need of the objects of their process: arguments that come and results that are set.
public interface Results {
    /// A call waits for the object: its owner is asked for it, once.
    void want(TrackedObject argument);

    /// An object of this process has an outcome; of several outcomes the first counts.
    void complete(TrackedObject result, Outcome outcome);
}
