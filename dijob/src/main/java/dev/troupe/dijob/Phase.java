package dev.troupe.dijob;

import java.util.Arrays;

/// Where a job is in its life.
public enum Phase implements Word {
    /// Nobody has looked at it yet.
    NONE,
    /// Its pods are not all created.
    PENDING,
    /// Its pods are created, not all ready.
    STARTING, RUNNING,
    /// Failed pods are being replaced.
    RESTARTING,
    /// Pods are being brought to the number and template that the job asks for.
    RESCHEDULING, SUCCEEDED, FAILED;

    /// Nothing follows, except when a job that failed for not being valid is corrected.
    public boolean ended() {
        return this == SUCCEEDED || this == FAILED;
    }

    /// The reason in conditions and events, e.g. `JobRunning`.
    public String reason() {
        return "Job" + word();
    }

    /// Whether its event is a warning, unless the decision knows better.
    boolean alarming() {
        return this == RESTARTING || this == RESCHEDULING || this == FAILED;
    }

    @Override
    public String word() {
        return this == NONE ? "" : Word.capital(this);
    }

    /// The phase a status names; [#NONE] for anything unknown.
    static Phase of(String word) {
        return Arrays.stream(values()).filter(phase -> phase.word().equals(word)).findFirst().orElse(NONE);
    }
}
