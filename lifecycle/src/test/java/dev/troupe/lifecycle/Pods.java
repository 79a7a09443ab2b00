package dev.troupe.lifecycle;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Changes of one pod that a cluster makes.
record Pods(Pod pod) {
    Pod ready() {
        return status(PodPhase.RUNNING, true, true, OptionalInt.empty(), "");
    }

    Pod runningUnready() {
        return status(PodPhase.RUNNING, false, true, OptionalInt.empty(), "");
    }

    Pod scheduled() {
        return status(pod.phase(), pod.ready(), true, pod.exitCode(), pod.reason());
    }

    Pod succeeded() {
        return status(PodPhase.SUCCEEDED, false, true, OptionalInt.of(0), "");
    }

    /// Its main container has ended so, a sidecar goes on.
    Pod outlived(int exitCode) {
        return new Pod(pod.name(), pod.task(), pod.index(), pod.rank(), exitCode == 0 ? PodPhase.SUCCEEDED : PodPhase.FAILED, true, false,
                true, OptionalInt.of(exitCode), "", "", pod.deletion(), pod.template(), pod.generation(), pod.node(), pod.ports(),
                pod.labels(), pod.annotations());
    }

    Pod failed(int exitCode) {
        return status(PodPhase.FAILED, false, true, OptionalInt.of(exitCode), "");
    }

    Pod failed(int exitCode, String message) {
        return status(PodPhase.FAILED, false, true, OptionalInt.of(exitCode), "", message);
    }

    Pod failed(String reason) {
        return status(PodPhase.FAILED, false, pod.scheduled(), OptionalInt.empty(), reason);
    }

    /// R runs, P waits, F has failed, S has succeeded.
    Pod as(char letter) {
        return switch (letter) {
            case 'R' -> ready();
            case 'P' -> status(PodPhase.PENDING, false, false, OptionalInt.empty(), "");
            case 'F' -> failed(1);
            case 'S' -> succeeded();
            default -> throw new IllegalArgumentException("no pod is " + letter);
        };
    }

    Pod unknown() {
        return status(PodPhase.UNKNOWN, false, true, OptionalInt.empty(), "");
    }

    Pod deleting(Instant since) {
        return new Pod(pod.name(), pod.task(), pod.index(), pod.rank(), pod.phase(), pod.alive(), pod.ready(), pod.scheduled(),
                pod.exitCode(),
                pod.reason(), pod.message(), Optional.of(since),
                pod.template(), pod.generation(), pod.node(), pod.ports(), pod.labels(), pod.annotations());
    }

    Pod marked(Map<String, String> labels, Map<String, String> annotations) {
        return new Pod(pod.name(), pod.task(), pod.index(), pod.rank(), pod.phase(), pod.alive(), pod.ready(), pod.scheduled(),
                pod.exitCode(),
                pod.reason(), pod.message(),
                pod.deletion(), pod.template(), pod.generation(), pod.node(), pod.ports(), labels, annotations);
    }

    Pod on(String node) {
        return new Pod(pod.name(), pod.task(), pod.index(), pod.rank(), pod.phase(), pod.alive(), pod.ready(), true, pod.exitCode(),
                pod.reason(),
                pod.message(),
                pod.deletion(),
                pod.template(), pod.generation(), Optional.of(node), pod.ports(), pod.labels(), pod.annotations());
    }

    private Pod status(PodPhase phase, boolean ready, boolean scheduled, OptionalInt exitCode, String reason) {
        return status(phase, ready, scheduled, exitCode, reason, "");
    }

    private Pod status(PodPhase phase, boolean ready, boolean scheduled, OptionalInt exitCode, String reason, String message) {
        return new Pod(pod.name(), pod.task(), pod.index(), pod.rank(), phase, phase == PodPhase.PENDING || phase == PodPhase.RUNNING,
                ready, scheduled, exitCode, reason, message, pod.deletion(),
                pod.template(),
                pod.generation(), pod.node(), pod.ports(), pod.labels(), pod.annotations());
    }
}
