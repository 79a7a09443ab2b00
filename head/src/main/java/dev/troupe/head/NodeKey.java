package dev.troupe.head;

/// A machine of the cluster.
public record NodeKey(long number) {
    @Override
    public String toString() {
        return "node " + number;
    }
}
