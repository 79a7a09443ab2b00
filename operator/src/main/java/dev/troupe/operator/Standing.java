package dev.troupe.operator;

import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;

/// How pods stand towards others that have the room they need.
///
/// @param preempts whether the scheduler may delete pods of lower priority for them
record Standing(int priority, boolean preempts) {
    /// Of pods without a class, where the cluster has none for them.
    static final Standing USUAL = new Standing(0, true);

    static Standing of(PriorityClass given) {
        return new Standing(given.getValue(), !"Never".equals(given.getPreemptionPolicy()));
    }

    /// Whether pods of that priority give way.
    boolean displaces(int other) {
        return preempts && other < priority;
    }

    /// That of a gang, some pods of which stand differently: the weakest of them must find room, too.
    Standing orWeaker(Standing other) {
        return new Standing(Math.min(priority, other.priority), preempts && other.preempts);
    }
}
