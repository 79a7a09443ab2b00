package dev.troupe.cluster;

import dev.troupe.head.Fact;

/// Where a process reports facts to: the head decides what follows from them.
public interface Facts {
    /// Reports something or asks for something; what follows comes as effects. Never blocks.
    void tell(Fact fact);
}
