package dev.troupe.head;

/// A permission to run one task at a time in one worker; the head numbers them.
public record LeaseKey(long number) {
    @Override
    public String toString() {
        return "lease " + number;
    }
}
