package dev.troupe.runtime;

/// A process, as those parts of it that make calls know it.
interface Home {
    Self self();

    Office office();

    Reasons reasons();

    /// Null when it is gone.
    Peer peer(int process);

    /// Somebody waits for an object.
    void want(Entry entry);

    /// An object has an outcome.
    void complete(Entry entry, Outcome outcome);

    /// An argument of a call is a failure.
    void failArgument(Call call);

    /// Whether it may be used at all.
    ///
    /// @throws ShutDownException once Ray was shut down
    void checkOpen();

    /// On another thread, soon.
    void later(Runnable action);
}
