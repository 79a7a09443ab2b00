package dev.troupe.transfer;

import dev.troupe.transport.Address;
import java.util.Optional;

/// The nodes of a cluster, as one of them knows them. Called from many threads; must not block for long.
public interface Nodes {
    /// The number of this node.
    int self();

    /// Where a node accepts streams; empty if it is lost, has left, or cannot be dialled.
    Optional<Address> address(int node);
}
