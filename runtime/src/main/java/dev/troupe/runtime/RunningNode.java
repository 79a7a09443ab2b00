package dev.troupe.runtime;

import dev.troupe.runtime.Sources.Found;
import java.io.IOException;
import java.util.List;

/// Finds the node on this machine through which a program connects to a cluster.
final class RunningNode {
    private RunningNode() {}

    /// @param address of the head, or `auto` for the cluster that this user started here
    static NodeFile find(Found address) throws IOException {
        List<NodeFile> nodes = NodeFile.living(NodeFile.directory());
        if (nodes.isEmpty()) {
            throw address.wrong("no node of this user runs on this machine; start one with: troupe start --head, or troupe start --address "
                    + (address.value().equals("auto") ? "HOST:PORT" : address.value()));
        }
        for (NodeFile node : nodes) {
            if (address.value().equals("auto") || address.value().equals(node.address())) {
                return node;
            }
        }
        throw address.wrong("no node of this cluster runs on this machine, only nodes of "
                + String.join(", ", nodes.stream().map(NodeFile::address).distinct().toList()) + "; start one with: troupe start --address "
                + address.value());
    }
}
