package dev.troupe.operator;

import dev.troupe.kube.Owners;
import io.fabric8.kubernetes.api.model.HasMetadata;

/// The name of an object to be created belongs to somebody else.
final class TakenException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TakenException(String what, HasMetadata other) {
        super("a " + what + " " + other.getMetadata().getName() + " already exists and belongs to " + Owners.name(other)
                + ": delete one of them, or give the job another name", null, false, false);
    }
}
