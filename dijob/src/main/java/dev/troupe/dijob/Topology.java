package dev.troupe.dijob;

/// Who connects to whom.
public enum Topology implements Word {
    /// All to the first.
    STAR,
    /// Nobody to anybody.
    ALONE,
    /// Each to all before it.
    MESH;

    @Override
    public String word() {
        return Word.small(this);
    }
}
