package dev.troupe.transfer;

import java.io.IOException;

/// A node is lost, has left, or cannot be dialled.
final class NodeGoneException extends IOException {
    private static final long serialVersionUID = 1;

    NodeGoneException(int node) {
        super("node " + node + " is gone");
    }
}
