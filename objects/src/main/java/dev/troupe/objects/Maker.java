package dev.troupe.objects;

/// The call whose result an object will be, as the object's owner sees it.
public interface Maker {
    /// For messages: `pkg.Class.method`.
    String name();

    /// The references among its arguments; null for none.
    TrackedObject[] arguments();

    /// How its result can be rebuilt after the call has ended; null if the call must not run twice.
    Recipe recipe();

    /// Sends the call again, because an argument was missing where it should have run. The argument is available again.
    void submitAgain();

    /// Cancels the call in any state. Its result already has an outcome.
    void cancel();

    /// Why there is no outcome yet, as the end of a sentence; empty if nothing is known.
    String whyItWaits();

    /// Whether it can begin only after the call that the current thread runs has ended.
    ///
    /// @param context of the current thread
    boolean waitsBehind(TaskContext context);
}
