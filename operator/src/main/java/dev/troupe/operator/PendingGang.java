package dev.troupe.operator;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.Phase;
import dev.troupe.lifecycle.Cluster;
import java.util.List;

/// A gang whose pods the operator creates when all of them have room. Until then the gang has no pods that others could see waiting.
///
/// @param id of the job
/// @param pods what each pod requests
record PendingGang(String id, List<Room.Needs> pods) {
    PendingGang { pods = List.copyOf(pods); }

    static boolean is(Job job, Phase phase, Cluster cluster) {
        return job.terms().gang() && !job.terms().suspend() && phase == Phase.PENDING && cluster.gang() == Cluster.Gang.OWN;
    }

    /// What the pods that do not exist yet request.
    List<Room.Needs> missing(List<ActivePod> all) {
        long exist = all.stream().filter(pod -> pod.owner().equals(id) && !pod.leaving()).count();
        return pods.stream().skip(exist).toList();
    }
}
