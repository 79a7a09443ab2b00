package dev.troupe.operator;

import dev.troupe.kube.DIJobResource;
import dev.troupe.lifecycle.Decision;
import dev.troupe.lifecycle.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.Map;

/// Writes the status of a decision, provided that the job has not changed since the decision.
final class StatusWriter {
    private final KubernetesClient client;

    StatusWriter(KubernetesClient client) {
        this.client = client;
    }

    /// Writes the status if it differs.
    ///
    /// @return whether it was written
    /// @throws io.fabric8.kubernetes.client.KubernetesClientException with code 409 if the job has changed meanwhile
    boolean write(DIJobResource resource, Decision decision, Context<DIJobResource> context) {
        Map<String, Object> tree = decision.status().tree();
        if (tree.equals(Status.read(resource.getStatus()).tree())) {
            return false;
        }
        DIJobResource next = new DIJobResource();
        next.setMetadata(resource.getMetadata());
        next.setSpec(resource.getSpec());
        next.setStatus(tree);
        DIJobResource written = SlimJob
                .of(client.resource(next).lockResourceVersion(resource.getMetadata().getResourceVersion()).updateStatus());
        context.eventSourceRetriever().getControllerEventSource().handleRecentResourceUpdate(ResourceID.fromResource(resource), written,
                resource);
        return true;
    }

    /// Whether the job on the API server has not changed since the decision.
    boolean isCurrent(DIJobResource resource) {
        DIJobResource now = client.resource(resource).get();
        return now != null && now.getMetadata().getResourceVersion().equals(resource.getMetadata().getResourceVersion());
    }
}
