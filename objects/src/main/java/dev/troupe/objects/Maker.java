package dev.troupe.objects;

/// The call whose result an object will be, as far as the object's owner has to know it.
public interface Maker {
    /// For messages: `pkg.Class.method`.
    String name();

    /// The references among its arguments; null for none.
    TrackedObject[] arguments();

    /// How its result can be made again once the call is over; null if the call must not run twice.
    Recipe recipe();

    /// Sends the call again, because an argument was missing where it should have run. The argument is there again.
    void submitAgain();

    /// Ends the call wherever it is. Its result has an outcome already.
    void cancel();

    /// Why there is no outcome yet, as the end of a sentence; empty when nothing is known.
    String whyItWaits();

    /// Whether it can begin only when the call that the current thread runs has ended.
    ///
    /// @param context of the current thread
    boolean waitsBehind(TaskContext context);
}
