package dev.troupe.runtime;

import dev.troupe.head.JobKey;
import java.util.HashSet;
import java.util.Set;

/// A driver or a worker of a [SubmitterSimulation].
final class SimParty {
    final int number;
    final JobKey job;
    final Set<Integer> gone = new HashSet<>();
    Home home;
    Submitter submitter;
    Actors actors;

    SimParty(int number, JobKey job) {
        this.number = number;
        this.job = job;
    }
}
