package dev.troupe.operator;

import dev.troupe.kube.DIJobResource;
import dev.troupe.lifecycle.Labels;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.Optional;
import java.util.Set;

/// Whose an object is.
final class Owners {
    private static final String GROUP = HasMetadata.getGroup(DIJobResource.class) + "/";

    private Owners() {}

    static Optional<OwnerReference> controller(HasMetadata object) {
        return object.getMetadata().getOwnerReferences().stream().filter(owner -> Boolean.TRUE.equals(owner.getController())).findFirst();
    }

    /// The job that owns it.
    static Optional<OwnerReference> ofJob(HasMetadata object) {
        return controller(object).filter(Owners::ofJobs);
    }

    /// By its id: a job that was deleted and created again is another one.
    static boolean owns(HasMetadata job, HasMetadata object) {
        return controller(object).filter(owner -> owner.getUid().equals(job.getMetadata().getUid())).isPresent();
    }

    /// Whether it goes with the job: also when it has lost its owner, as with `kubectl delete --cascade=orphan`.
    static boolean has(HasMetadata job, HasMetadata object) {
        return owns(job, object) || (job.isMarkedForDeletion() && controller(object).isEmpty()
                && job.getMetadata().getName().equals(object.getMetadata().getLabels().get(Labels.JOB)));
    }

    /// Whether the owner is an earlier job of the same name: what it left will go by itself.
    static boolean left(HasMetadata job, HasMetadata object) {
        return controller(object).filter(
                owner -> ofJobs(owner) && owner.getName().equals(job.getMetadata().getName()) && !owner.getUid().equals(
                        job.getMetadata().getUid()))
                .isPresent();
    }

    /// The job to look at when this object changes. Also when it was left by an earlier one: its name becomes free.
    static Set<ResourceID> job(HasMetadata object) {
        Optional<OwnerReference> owner = controller(object);
        Optional<String> name = owner.isPresent() ? owner.filter(Owners::ofJobs).map(OwnerReference::getName)
                : Optional.ofNullable(object.getMetadata().getLabels().get(Labels.JOB));
        return name.map(one -> Set.of(new ResourceID(one, object.getMetadata().getNamespace()))).orElse(Set.of());
    }

    /// For people: `ReplicaSet web-1`, or `nobody`.
    static String name(HasMetadata object) {
        return controller(object).map(owner -> owner.getKind() + " " + owner.getName()).orElse("nobody");
    }

    private static boolean ofJobs(OwnerReference owner) {
        return owner.getKind().equals("DIJob") && owner.getApiVersion().startsWith(GROUP);
    }
}
