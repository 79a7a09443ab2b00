package dev.troupe.kube;

import java.time.Instant;
import java.util.Optional;

/// How far a log with timestamps was read. After an interruption it is read again from a whole second, so some lines that were
/// read before come again; and several lines may have the same time.
final class Bookmark {
    private Instant latest = Instant.MIN;
    private int ofLatest;
    /// While lines come again: the time up to which they were read, and how many lines with that time.
    private Instant reached = Instant.MIN;
    private int ofReached;

    /// From when on to read.
    Optional<Instant> place() {
        return latest.equals(Instant.MIN) ? Optional.empty() : Optional.of(latest);
    }

    /// The log is read from [#place] again.
    void reopen() {
        reached = latest;
        ofReached = ofLatest;
    }

    /// Whether the next line is new.
    boolean isNew(Instant time) {
        if (time.isAfter(reached)) {
            reached = Instant.MIN; // from here on all are, even when a clock is set back
        } else if (time.isBefore(reached) || ofReached-- > 0) {
            return false;
        }
        if (time.isAfter(latest)) {
            latest = time;
            ofLatest = 0;
        }
        if (time.equals(latest)) {
            ofLatest++;
        }
        return true;
    }
}
