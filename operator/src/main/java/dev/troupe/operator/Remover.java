package dev.troupe.operator;

import dev.troupe.kube.ApiErrors;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;

/// Deletes the objects that were observed, but not newer objects with the same names.
final class Remover {
    private final KubernetesClient client;

    Remover(KubernetesClient client) {
        this.client = client;
    }

    /// Deletes a pod with its own grace period.
    ///
    /// @return false if it was already gone
    boolean pod(Observed seen, String name) {
        Pod pod = seen.pods().get(name);
        return pod != null && delete("/api/v1/namespaces/" + namespace(seen) + "/pods/" + name, pod, null);
    }

    /// Deletes a pod at once, without waiting for its node.
    boolean podAtOnce(Observed seen, String name) {
        Pod pod = seen.pods().get(name);
        return pod != null && delete("/api/v1/namespaces/" + namespace(seen) + "/pods/" + name, pod, 0L);
    }

    boolean service(Observed seen, String name) {
        String path = "/api/v1/namespaces/" + namespace(seen) + "/services/" + name;
        try {
            return client.raw(path, "DELETE", new DeleteOptions()) != null;
        } catch (KubernetesClientException e) {
            if (ApiErrors.isMissing(e)) {
                return false; // it has been deleted meanwhile
            }
            throw e;
        }
    }

    void job(Observed seen) {
        delete("/apis/" + seen.resource().getApiVersion() + "/namespaces/" + namespace(seen) + "/" + seen.resource().getPlural() + "/"
                + seen.resource().getMetadata().getName(), seen.resource(), null);
    }

    /// @param grace in seconds; null for the object's own
    private boolean delete(String path, HasMetadata object, Long grace) {
        DeleteOptions options = new DeleteOptionsBuilder().withGracePeriodSeconds(grace).withPropagationPolicy("Background")
                .withNewPreconditions()
                .withUid(object.getMetadata().getUid()).endPreconditions().build();
        try {
            return client.raw(path, "DELETE", options) != null;
        } catch (KubernetesClientException e) {
            if (ApiErrors.isConflict(e) || ApiErrors.isMissing(e)) {
                return false; // the object of that name is another one
            }
            throw e;
        }
    }

    private static String namespace(Observed seen) {
        return seen.resource().getMetadata().getNamespace();
    }
}
