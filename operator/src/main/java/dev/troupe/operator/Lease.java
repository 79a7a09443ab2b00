package dev.troupe.operator;

import dev.troupe.kube.ApiErrors;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.lang.System.Logger.Level;

/// The lease of operators.
final class Lease {
    private static final System.Logger LOGGER = System.getLogger("dev.troupe.operator");

    private Lease() {}

    /// Gives it back, so that another operator need not wait until it runs out.
    static void release(KubernetesClient client, OperatorSettings.Election election) {
        try {
            var lease = client.leases().inNamespace(election.namespace()).withName(election.lease()).get();
            if (lease != null && election.identity().equals(lease.getSpec().getHolderIdentity())) {
                lease.getSpec().setHolderIdentity("");
                client.resource(lease).lockResourceVersion(lease.getMetadata().getResourceVersion()).update();
            }
        } catch (KubernetesClientException e) {
            LOGGER.log(Level.DEBUG, "the lease runs out by itself: " + ApiErrors.sentence(e));
        }
    }
}
