package dev.troupe.redis;

/// The side that writes into a stream.
enum Direction {
    DIALLER, ACCEPTOR;

    Direction other() {
        return this == DIALLER ? ACCEPTOR : DIALLER;
    }
}
