package dev.troupe.jobserver;

import dev.troupe.kube.DIJobResource;
import java.util.OptionalInt;

/// How many pods the program of a job with one template has requested from the server: an annotation of the job.
public final class RequestedReplicas {
    public static final String ANNOTATION = "diengine.opendilab.org/requested-replicas";

    private RequestedReplicas() {}

    /// Empty if nobody has requested a number, or if the annotation was changed by hand to something else.
    public static OptionalInt of(DIJobResource job) {
        try {
            return OptionalInt.of(Integer.parseInt(job.getMetadata().getAnnotations().getOrDefault(ANNOTATION, "")));
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }
}
