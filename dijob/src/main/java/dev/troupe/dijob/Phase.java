package dev.troupe.dijob;

import java.util.Arrays;

/// The phase of a job's life.
public enum Phase implements Word {
    /// The operator has not handled it yet.
    NONE,
    /// Not all of its pods are created.
    PENDING,
    /// All of its pods are created, but not all are ready.
    STARTING, RUNNING,
    /// Failed pods are being replaced.
    RESTARTING,
    /// Pods are being brought to the number and template that the job asks for.
    RESCHEDULING, SUCCEEDED, FAILED;

    /// Whether the job has ended. Nothing follows, unless a job that failed because it was invalid is corrected.
    public boolean ended() {
        return this == SUCCEEDED || this == FAILED;
    }

    /// The reason in conditions and events, e.g. `JobRunning`.
    public String reason() {
        return "Job" + word();
    }

    /// Whether its event is a warning, unless the decision knows better.
    public boolean alarming() {
        return this == RESTARTING || this == RESCHEDULING || this == FAILED;
    }

    @Override
    public String word() {
        return this == NONE ? "" : Word.capital(this);
    }

    /// The phase a status names; [#NONE] for anything unknown.
    public static Phase of(String word) {
        return Arrays.stream(values()).filter(phase -> phase.word().equals(word)).findFirst().orElse(NONE);
    }
}
