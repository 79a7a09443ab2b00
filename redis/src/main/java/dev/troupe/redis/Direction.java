package dev.troupe.redis;

/// Who wrote into a stream.
enum Direction {
    DIALLER, ACCEPTOR;

    Direction other() {
        return this == DIALLER ? ACCEPTOR : DIALLER;
    }
}
