package dev.troupe.dijob;

/// When a job has succeeded.
public enum SuccessPolicy implements Word {
    /// When all pods have.
    ALL_WORKERS("AllWorkers"),
    /// When the first pod of the first task has, whatever the others do.
    CHIEF_WORKER("ChiefWorker");

    private final String word;

    SuccessPolicy(String word) {
        this.word = word;
    }

    @Override
    public String word() {
        return word;
    }
}
