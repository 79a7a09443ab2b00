package dev.troupe.calls;

import dev.troupe.head.JobKey;
import dev.troupe.objects.Results;
import java.util.HashSet;
import java.util.Set;

/// A driver or a worker of a [SubmitterSimulation].
final class SimParty {
    final int number;
    final JobKey job;
    final Set<Integer> gone = new HashSet<>();
    Results results;
    SentCalls sent;
    TaskSubmitter submitter;
    Actors actors;

    SimParty(int number, JobKey job) {
        this.number = number;
        this.job = job;
    }
}
