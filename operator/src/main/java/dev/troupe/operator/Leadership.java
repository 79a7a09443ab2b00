package dev.troupe.operator;

/// Whether this operator may act. One that lost its lease does nothing any more, whatever still reaches it.
final class Leadership {
    private volatile boolean lost;
    private volatile boolean won;

    void win() {
        won = true;
    }

    void lose() {
        lost = true;
    }

    /// Whether it has the lead, or needs none, and has not lost it.
    boolean isHeld() {
        return won && !lost;
    }

    boolean isLost() {
        return lost;
    }
}
