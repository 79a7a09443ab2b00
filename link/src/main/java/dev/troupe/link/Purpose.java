package dev.troupe.link;

/// What the dialling side has proven that it wants: to begin or resume a session, or to open a stream.
sealed interface Purpose {
    /// A session, with the greeting of the dialling side.
    record Session(Greeting greeting) implements Purpose {}

    /// A stream, with the request that says what it is for.
    record Stream(byte[] request) implements Purpose {}
}
