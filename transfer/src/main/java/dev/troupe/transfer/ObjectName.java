package dev.troupe.transfer;

/// The name of an object in a cluster. Node numbers are given out once, and so are the ids of one store, so a name is never used twice.
///
/// @param node where the original is
/// @param id of the original in the store of that node
public record ObjectName(int node, long id) {
    @Override
    public String toString() {
        return "object " + id + " of node " + node;
    }
}
