package dev.troupe.task;

/// Which workers are linked. What [Parallel#attachTo] names comes on top of each.
public enum Topology {
    /// Everybody with everybody: each dials all before it. The default.
    MESH,

    /// Everybody with the first.
    STAR,

    /// Nobody, except what `attachTo` names.
    ALONE;

    /// The topology of that name, in small letters.
    ///
    /// @throws SettingException when there is none
    public static Topology of(String name) {
        return Choice.of(Topology.class, "topology", name);
    }

    @Override
    public String toString() {
        return Choice.name(this);
    }
}
