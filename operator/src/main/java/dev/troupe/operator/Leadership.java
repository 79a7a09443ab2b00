package dev.troupe.operator;

/// Whether this operator may act. One that lost its lease does nothing any more, whatever still reaches it.
final class Leadership {
    private volatile boolean lost;

    void lose() {
        lost = true;
    }

    boolean isLost() {
        return lost;
    }
}
