package dev.troupe.lifecycle;

/// What a job counts over its life.
///
/// @param restarts after failures
/// @param reschedules after changes
/// @param generation of the template, in jobs with one template: 0 for the first, one more with each change that pods are replaced for
public record Counters(int restarts, int reschedules, int generation) {
    static final Counters ZERO = new Counters(0, 0, 0);

    Counters restarted() {
        return new Counters(restarts + 1, reschedules, generation);
    }

    Counters rescheduled() {
        return new Counters(restarts, reschedules + 1, generation);
    }

    Counters renewed() {
        return new Counters(restarts, reschedules, generation + 1);
    }
}
