package dev.troupe.hosting;

/// Where a worker records its running tasks, so that others can read them after its death.
public interface RunningTasks {
    /// For a process that nobody outlives.
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

    /// The call or task that this thread began has ended.
    void end();
}
