package dev.troupe.head;

/// An actor; its creator chooses the number, once.
public record ActorKey(JobKey job, long number) implements Work {
    @Override
    public String toString() {
        return "actor " + PrintedId.of(PrintedId.ACTOR, number, job);
    }
}
