package dev.troupe.ssh;

import java.util.Optional;

/// Looks at one thing that a node needs.
interface Check {
    /// Empty if nothing is known about it.
    Optional<Finding> of(Facts facts);
}
