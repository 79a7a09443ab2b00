package dev.troupe.dijob;

import java.util.Objects;

/// Which job, in a cluster.
public record JobKey(String namespace, String name) {
    public JobKey {
        Objects.requireNonNull(namespace);
        Objects.requireNonNull(name);
    }

    /// As `DI_JOB_ID` has it: `namespace/name`.
    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
