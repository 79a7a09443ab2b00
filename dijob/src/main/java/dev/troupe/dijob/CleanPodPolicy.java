package dev.troupe.dijob;

/// Which pods go when a job has ended. Its services always go.
public enum CleanPodPolicy implements Word {
    /// Those that still run or wait.
    RUNNING,
    /// Every one.
    ALL,
    /// None.
    NONE;

    @Override
    public String word() {
        return Word.capital(this);
    }
}
