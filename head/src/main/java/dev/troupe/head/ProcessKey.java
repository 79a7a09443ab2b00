package dev.troupe.head;

/// A driver or worker process; the number is unique in a cluster and never reused.
public record ProcessKey(int number) {
    @Override
    public String toString() {
        return "process " + number;
    }
}
