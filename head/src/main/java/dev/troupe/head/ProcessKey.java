package dev.troupe.head;

/// A driver or worker process; unique in a cluster and never used again.
public record ProcessKey(int number) {
    @Override
    public String toString() {
        return "process " + number;
    }
}
