package dev.troupe.dijob;

/// Which pods are deleted when a job has ended. Its services are always deleted.
public enum CleanPodPolicy implements Word {
    /// Pods that still run or wait.
    RUNNING,
    /// All pods.
    ALL,
    /// No pods.
    NONE;

    @Override
    public String word() {
        return Word.capital(this);
    }
}
