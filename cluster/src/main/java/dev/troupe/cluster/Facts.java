package dev.troupe.cluster;

import dev.troupe.head.Fact;

/// Where a process reports facts: the head decides on their effects.
public interface Facts {
    /// Reports or requests something; the results arrive as effects. Never blocks.
    void tell(Fact fact);
}
