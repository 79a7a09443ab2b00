package dev.troupe.dijob;

/// How urgent a job is.
public enum Priority implements Word {
    NORMAL, HIGH;

    @Override
    public String word() {
        return Word.small(this);
    }
}
