package dev.troupe.head;

/// An actor; its creator chooses the number, once.
public record ActorKey(JobKey job, long number) implements Work {
    // Written out, because the JVM builds the equals and hashCode of a record from method handles when they are first called. For the keys that
    // every worker process compares before its first answer, that takes a tenth of the process's start.
    @Override
    public boolean equals(Object other) {
        return other instanceof ActorKey key && number == key.number && job.equals(key.job);
    }

    @Override
    public int hashCode() {
        return 31 * job.hashCode() + Long.hashCode(number);
    }

    @Override
    public String toString() {
        return "actor " + PrintedId.of(PrintedId.ACTOR, number, job);
    }
}
