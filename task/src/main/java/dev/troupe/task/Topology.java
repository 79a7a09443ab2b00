package dev.troupe.task;

/// Which workers are linked. [Parallel#attachTo] adds further links.
public enum Topology {
    /// All workers with each other: each dials all before it. The default.
    MESH,

    /// All workers with the first.
    STAR,

    /// None, except those that `attachTo` names.
    ALONE;

    /// The topology with this name, in lower case.
    ///
    /// @throws SettingException if there is none
    public static Topology of(String name) {
        return Choice.of(Topology.class, "topology", name);
    }

    @Override
    public String toString() {
        return Choice.name(this);
    }
}
