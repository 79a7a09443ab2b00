package dev.troupe.dijob;

/// What a task does.
public enum TaskType implements Word {
    LEARNER, COLLECTOR, EVALUATOR,
    /// Anything else; it needs a name.
    NONE,
    /// Only in `v1alpha1`.
    COORDINATOR,
    /// Only in `v1alpha1`, beside learners with several GPUs.
    AGGREGATOR;

    @Override
    public String word() {
        return Word.small(this);
    }
}
