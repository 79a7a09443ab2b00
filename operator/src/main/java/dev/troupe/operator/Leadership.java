package dev.troupe.operator;

/// Whether this operator may act. One that has lost its lease does nothing any more, whatever events it still gets.
final class Leadership {
    private volatile boolean lost;
    private volatile boolean won;

    void win() {
        won = true;
    }

    void lose() {
        lost = true;
    }

    /// Whether it is the leader, or works without an election, and has not lost the lease.
    boolean isHeld() {
        return won && !lost;
    }

    boolean isLost() {
        return lost;
    }
}
