package dev.troupe.lifecycle;

import static dev.troupe.dijob.Phase.FAILED;
import static dev.troupe.dijob.Phase.NONE;
import static dev.troupe.dijob.Phase.PENDING;
import static dev.troupe.dijob.Phase.RESCHEDULING;
import static dev.troupe.dijob.Phase.RESTARTING;
import static dev.troupe.dijob.Phase.RUNNING;
import static dev.troupe.dijob.Phase.STARTING;
import static dev.troupe.dijob.Phase.SUCCEEDED;

import dev.troupe.dijob.Phase;
import java.util.Set;

/// The table of phases: from, when, to. A job changes its phase in no other way.
@SuppressWarnings("ImmutableEnumChecker") // Set.of cannot change
public enum Transition {
    SEEN(PENDING, "first seen", NONE),
    REFUSED(FAILED, "not valid", NONE, PENDING, FAILED),
    CORRECTED(PENDING, "failed for not being valid, is valid now", FAILED),
    ALL_CREATED(STARTING, "all pods created", PENDING),
    ALL_READY(RUNNING, "all pods ready", STARTING),
    ALL_SUCCEEDED(SUCCEEDED, "all pods succeeded", STARTING, RUNNING),
    CHIEF_SUCCEEDED(SUCCEEDED, "first pod of the first task succeeded, successPolicy ChiefWorker", STARTING, RUNNING, RESTARTING,
            RESCHEDULING),
    POD_FAILED(RESTARTING, "a pod failed, restarts < backoffLimit", STARTING, RUNNING),
    LIMIT_REACHED(FAILED, "a pod failed, no restart left", STARTING, RUNNING),
    PODS_DIFFER(RESCHEDULING, "pods are not those the job asks for", STARTING, RUNNING),
    FAILED_REPLACED(STARTING, "failed pods replaced", RESTARTING),
    COUNT_RIGHT(STARTING, "pods are those the job asks for", RESCHEDULING),
    NONE_WANTED(PENDING, "no pods asked for", RESCHEDULING),
    GANG_RELEASED(PENDING, "gang start, not all pods found room or were created in time", PENDING, STARTING),
    SUSPENDED(PENDING, "suspended", STARTING, RUNNING, RESTARTING, RESCHEDULING),
    DEADLINE_PASSED(FAILED, "active for longer than activeDeadlineSeconds", PENDING, STARTING, RUNNING, RESTARTING, RESCHEDULING),
    COORDINATOR_RUNS(RUNNING, "coordinator running", PENDING),
    COORDINATOR_GONE(PENDING, "coordinator deleted or evicted", RUNNING),
    COORDINATOR_SUCCEEDED(SUCCEEDED, "coordinator succeeded", PENDING, RUNNING),
    COORDINATOR_FAILED(FAILED, "coordinator failed", PENDING, RUNNING);

    private final Phase to;
    private final String when;
    private final Set<Phase> from;

    Transition(Phase to, String when, Phase... from) {
        this.to = to;
        this.when = when;
        this.from = Set.of(from);
    }

    public Phase to() {
        return to;
    }

    public String when() {
        return when;
    }

    public Set<Phase> from() {
        return from;
    }
}
