package dev.troupe.operator;

import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;

/// The priority of pods compared with those that occupy the room they need.
///
/// @param preempts whether the scheduler may delete pods of lower priority for them
record Standing(int priority, boolean preempts) {
    /// For pods without a priority class in a cluster without a default class.
    static final Standing USUAL = new Standing(0, true);

    static Standing of(PriorityClass given) {
        return new Standing(given.getValue(), !"Never".equals(given.getPreemptionPolicy()));
    }

    /// Whether the scheduler would delete pods of that priority for these.
    boolean displaces(int other) {
        return preempts && other < priority;
    }

    /// For a gang whose pods differ: its weakest pod must find room, too.
    Standing orWeaker(Standing other) {
        return new Standing(Math.min(priority, other.priority), preempts && other.preempts);
    }
}
