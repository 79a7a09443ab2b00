package dev.troupe.head;

/// A placement group; its creator chooses the number, once.
public record GroupKey(JobKey job, long number) implements Work {
    @Override
    public String toString() {
        return "placement group " + PrintedId.of(PrintedId.GROUP, number, job);
    }
}
