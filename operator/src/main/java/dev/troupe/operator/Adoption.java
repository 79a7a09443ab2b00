package dev.troupe.operator;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.Phase;
import dev.troupe.dijob.Shape;
import dev.troupe.jobserver.JobPatch;
import dev.troupe.kube.ApiErrors;
import dev.troupe.kube.DIJobResource;
import dev.troupe.lifecycle.Lifecycle;
import dev.troupe.lifecycle.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Adds the finalizer to a job before anything is created for it, and removes it when nothing of the job is left. In between a job cannot vanish
/// while its pods still run.
final class Adoption {
    static final String FINALIZER = "diengine.opendilab.org/finalizer";
    private static final String FINALIZERS = "/metadata/finalizers";

    private final KubernetesClient client;

    Adoption(KubernetesClient client) {
        this.client = client;
    }

    /// Adds what is missing on a valid job, with one patch: the finalizer, and when it is first seen the names of tasks that are called
    /// like their type.
    ///
    /// @return the job as it is now
    /// @throws KubernetesClientException as a conflict when the job has changed meanwhile
    DIJobResource adopt(DIJobResource resource, Job job, Context<DIJobResource> context) {
        Status status = Status.read(resource.getStatus());
        Phase phase = status.phase();
        if (resource.isMarkedForDeletion() || phase.ended() || Lifecycle.leaves(job, status)) {
            return resource;
        }
        List<Map<String, Object>> operations = new ArrayList<>();
        if (!resource.hasFinalizer(FINALIZER)) {
            List<String> finalizers = new ArrayList<>(resource.getMetadata().getFinalizers());
            finalizers.add(FINALIZER);
            operations.add(JobPatch.add(FINALIZERS, finalizers));
        }
        if (phase == Phase.NONE && job.shape() instanceof Shape.Tasked) {
            operations.addAll(names(resource, job));
        }
        if (operations.isEmpty()) {
            return resource;
        }
        DIJobResource adopted = SlimJob.of(patch(resource, operations));
        context.eventSourceRetriever().getControllerEventSource().handleRecentResourceUpdate(ResourceID.fromResource(resource), adopted,
                resource);
        return adopted;
    }

    /// Removes the finalizer, since nothing of the job is left.
    ///
    /// @return false when the job has changed meanwhile
    boolean release(DIJobResource resource) {
        if (!resource.hasFinalizer(FINALIZER)) {
            return true;
        }
        try {
            patch(resource, List.of(JobPatch.add(FINALIZERS,
                    resource.getMetadata().getFinalizers().stream().filter(one -> !one.equals(FINALIZER)).toList())));
            return true;
        } catch (KubernetesClientException e) {
            if (ApiErrors.isConflict(e)) {
                return false;
            }
            if (ApiErrors.isMissing(e)) {
                return true;
            }
            throw e;
        }
    }

    private static List<Map<String, Object>> names(DIJobResource resource, Job job) {
        List<Map<String, Object>> operations = new ArrayList<>();
        if (resource.getSpec().get("tasks") instanceof List<?> tasks) {
            for (int i = 0; i < tasks.size(); i++) {
                if (tasks.get(i) instanceof Map<?, ?> task && (task.get("name") == null || task.get("name").equals(""))) {
                    operations.add(JobPatch.add("/spec/tasks/" + i + "/name", job.tasks().get(i).name()));
                }
            }
        }
        return operations;
    }

    /// Contains the version that was read, so that the patch fails with a conflict if the job has changed since.
    private DIJobResource patch(DIJobResource resource, List<Map<String, Object>> operations) {
        List<Map<String, Object>> all = new ArrayList<>(operations);
        all.add(JobPatch.add("/metadata/resourceVersion", resource.getMetadata().getResourceVersion()));
        return client.resource(resource).patch(PatchContext.of(PatchType.JSON), client.getKubernetesSerialization().asJson(all));
    }
}
