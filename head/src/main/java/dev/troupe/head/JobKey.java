package dev.troupe.head;

/// A driver's program, numbered 1, 2, … in a cluster.
public record JobKey(int number) {
    // Written out for the same reason as in ActorKey.
    @Override
    public boolean equals(Object other) {
        return other instanceof JobKey key && number == key.number;
    }

    @Override
    public int hashCode() {
        return number;
    }

    @Override
    public String toString() {
        return "job " + number;
    }
}
