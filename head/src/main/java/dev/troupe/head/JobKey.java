package dev.troupe.head;

/// A driver's program, numbered 1, 2, … in a cluster.
public record JobKey(int number) {
    @Override
    public String toString() {
        return "job " + number;
    }
}
