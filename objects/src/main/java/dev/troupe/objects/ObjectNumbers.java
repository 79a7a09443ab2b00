package dev.troupe.objects;

import java.util.concurrent.atomic.AtomicLong;

/// Numbers that are unique in the cluster: for the objects, actors and placement groups that one process creates.
public final class ObjectNumbers {
    private final int process;
    private final AtomicLong last = new AtomicLong();

    public ObjectNumbers(int process) {
        this.process = process;
    }

    public long next() {
        return ((long) process << 40) | last.incrementAndGet();
    }

    /// A new object of this process.
    public TrackedObject newObject() {
        return new TrackedObject(process, next());
    }
}
