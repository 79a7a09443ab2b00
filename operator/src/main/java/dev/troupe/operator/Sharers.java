package dev.troupe.operator;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.Phase;
import dev.troupe.dijob.Shape;
import dev.troupe.dijob.Task;
import dev.troupe.jobserver.RequestedReplicas;
import dev.troupe.kube.DIJobResource;
import dev.troupe.kube.JobReading;
import dev.troupe.lifecycle.Cluster;
import dev.troupe.lifecycle.Status;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The jobs among which a cluster is shared.
final class Sharers {
    private final KubernetesSerialization serialization;
    private final Cluster cluster;
    private final Map<String, Member> members = new LinkedHashMap<>();
    private final List<PendingGang> gangs = new ArrayList<>();

    /// A job that takes part.
    ///
    /// @param wanted how many pods it should have
    /// @param held whether its pods are created only when all have room
    record Member(DIJobResource resource, Job job, Shape.Elastic shape, int wanted, boolean held, Room.Needs needs) {}

    Sharers(List<DIJobResource> jobs, KubernetesSerialization serialization, Cluster cluster) {
        this.serialization = serialization;
        this.cluster = cluster;
        for (DIJobResource resource : jobs) {
            Phase phase = Status.read(resource.getStatus()).phase();
            if (phase != Phase.NONE && !phase.ended() && !resource.isMarkedForDeletion()) {
                JobReading.of(resource).job().ifPresent(job -> add(resource, job, phase));
            }
        }
    }

    /// The jobs that take part, by id.
    Map<String, Member> members() {
        return members;
    }

    /// The other gangs that wait for room.
    List<PendingGang> gangs() {
        return gangs;
    }

    private void add(DIJobResource resource, Job job, Phase phase) {
        String id = resource.getMetadata().getUid();
        boolean held = PendingGang.is(job, phase, cluster);
        try {
            if (job.shape() instanceof Shape.Elastic shape && job.terms().preemptible() && !job.terms().suspend()) {
                members.put(id, new Member(resource, job, shape, wanted(resource, job, shape), held, needs(job.tasks().getFirst())));
            } else if (held) {
                gangs.add(new PendingGang(id, pods(resource, job)));
            }
        } catch (IllegalArgumentException e) {
            // its template is not a valid pod; an event of the job says so
        }
    }

    private List<Room.Needs> pods(DIJobResource resource, Job job) {
        List<Room.Needs> pods = new ArrayList<>();
        for (Task task : job.tasks()) {
            int replicas = job.shape() instanceof Shape.Elastic shape ? wanted(resource, job, shape) : task.replicas();
            pods.addAll(Collections.nCopies(replicas, needs(task)));
        }
        return pods;
    }

    private static int wanted(DIJobResource resource, Job job, Shape.Elastic shape) {
        return Math.clamp(RequestedReplicas.of(resource).orElse(job.replicas()), shape.minReplicas(), shape.maxReplicas());
    }

    private Room.Needs needs(Task task) {
        return Room.Needs.of(serialization.convertValue(task.template().tree().get("spec"), PodSpec.class));
    }
}
