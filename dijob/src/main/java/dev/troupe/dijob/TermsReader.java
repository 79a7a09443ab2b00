package dev.troupe.dijob;

import java.util.List;
import java.util.OptionalInt;

/// The part of `spec` that is alike in all shapes.
final class TermsReader {
    private TermsReader() {}

    /// @param coordinated such jobs are neither restarted, nor preempted, nor started as a gang, and have ended when their coordinator has
    static Terms read(Fields spec, boolean coordinated) {
        boolean preemptible = !coordinated && spec.flag("preemptible").orElse(false);
        boolean gang = !coordinated && spec.flag("gang").orElse(false);
        Priority priority = coordinated ? Priority.NORMAL : spec.choice("priority", List.of(Priority.values())).orElse(Priority.NORMAL);
        return new Terms(spec.choice("cleanPodPolicy", List.of(CleanPodPolicy.values())).orElse(CleanPodPolicy.RUNNING), preemptible,
                coordinated ? OptionalInt.of(0) : backoffLimit(spec), priority, spec.text("priorityClassName").orElse(""),
                spec.seconds("activeDeadlineSeconds", 1), spec.seconds("ttlSecondsAfterFinished", 0), spec.flag("suspend").orElse(false),
                gang, coordinated ? SuccessPolicy.ALL_WORKERS
                        : spec.choice("successPolicy", List.of(SuccessPolicy.values())).orElse(SuccessPolicy.ALL_WORKERS));
    }

    /// Written but empty means no limit; not written means the usual one.
    private static OptionalInt backoffLimit(Fields spec) {
        OptionalInt limit = spec.number("backoffLimit", 0, Integer.MAX_VALUE);
        return spec.has("backoffLimit") ? limit : OptionalInt.of(Terms.BACKOFF_LIMIT);
    }
}
