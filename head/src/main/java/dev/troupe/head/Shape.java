package dev.troupe.head;

import java.util.Optional;

/// The requirements of a task: tasks of equal shape can use each other's leases.
public record Shape(Resources resources, Optional<BundleKey> bundle, WorkerSettings settings) implements Work {
    public static Shape of(Resources resources, WorkerSettings settings) {
        return new Shape(resources, Optional.empty(), settings);
    }

    public JobKey job() {
        return settings.job();
    }
}
