package dev.troupe.hosting;

/// Where a worker notes which tasks run in it, so that others can read it after its death.
public interface RunningTasks {
    /// For a process whose death nobody outlives.
    RunningTasks UNNOTED = new RunningTasks() {
        @Override
        public void begin(long task) {}

        @Override
        public void begin(long call, long actor) {}

        @Override
        public void end() {}
    };

    void begin(long task);

    /// A call of an actor, or its construction.
    void begin(long call, long actor);

    /// What this thread began is over.
    void end();
}
