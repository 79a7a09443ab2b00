package dev.troupe.messages;

/// The outcome of an object: its value as bytes, a value in the node's store, or a failure.
public sealed interface Outcome {
    /// A small value; `held` are the references and handles inside it, which are kept alive with it, or null.
    record Inline(byte[] bytes, Object[] held) implements Outcome {}

    /// A large value in the node's store.
    record Stored(StoredObject object, Object[] held) implements Outcome {}

    record Failed(Failure failure) implements Outcome {}

    /// The references and handles inside a value; null if there are none.
    static Object[] held(Outcome outcome) {
        return switch (outcome) {
            case Inline(byte[] _, Object[] held) -> held;
            case Stored(StoredObject _, Object[] held) -> held;
            case Failed _ -> null;
        };
    }
}
