package dev.troupe.lifecycle;

import dev.troupe.dijob.Word;

/// What Kubernetes says about a pod.
public enum PodPhase implements Word {
    PENDING, RUNNING, SUCCEEDED, FAILED, UNKNOWN;

    @Override
    public String word() {
        return Word.capital(this);
    }
}
