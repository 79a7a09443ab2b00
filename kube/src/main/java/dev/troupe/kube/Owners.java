package dev.troupe.kube;

import dev.troupe.lifecycle.Labels;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.Optional;

/// Which object owns another.
public final class Owners {
    private static final String GROUP = HasMetadata.getGroup(DIJobResource.class) + "/";

    private Owners() {}

    public static Optional<OwnerReference> controller(HasMetadata object) {
        return object.getMetadata().getOwnerReferences().stream().filter(owner -> Boolean.TRUE.equals(owner.getController())).findFirst();
    }

    /// The job that owns it.
    public static Optional<OwnerReference> ofJob(HasMetadata object) {
        return controller(object).filter(Owners::ofJobs);
    }

    /// Whether the job owns the object. Ids are compared, because a job that was deleted and created again is another job.
    public static boolean owns(HasMetadata job, HasMetadata object) {
        return controller(object).filter(owner -> owner.getUid().equals(job.getMetadata().getUid())).isPresent();
    }

    /// Whether the object must be deleted with the job, even if it has lost its owner, e.g. by `kubectl delete --cascade=orphan`.
    public static boolean has(HasMetadata job, HasMetadata object) {
        return owns(job, object) || (job.isMarkedForDeletion() && controller(object).isEmpty()
                && job.getMetadata().getName().equals(object.getMetadata().getLabels().get(Labels.JOB)));
    }

    /// Whether an earlier job of the same name owns the object. The cluster deletes such objects by itself.
    public static boolean left(HasMetadata job, HasMetadata object) {
        return controller(object).filter(
                owner -> ofJobs(owner) && owner.getName().equals(job.getMetadata().getName()) && !owner.getUid().equals(
                        job.getMetadata().getUid()))
                .isPresent();
    }

    /// The owner's name for messages: `ReplicaSet web-1`, or `nobody`.
    public static String name(HasMetadata object) {
        return controller(object).map(owner -> owner.getKind() + " " + owner.getName()).orElse("nobody");
    }

    private static boolean ofJobs(OwnerReference owner) {
        return owner.getKind().equals("DIJob") && owner.getApiVersion().startsWith(GROUP);
    }
}
