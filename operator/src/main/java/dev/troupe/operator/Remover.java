package dev.troupe.operator;

import dev.troupe.dijob.AddressBook;
import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.Labels;
import dev.troupe.dijob.TokenSecret;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;

/// Deletes what was seen, and not something else that has its name by now.
final class Remover {
    private static final int NAMED_AT_ONCE = 50;

    private final KubernetesClient client;

    Remover(KubernetesClient client) {
        this.client = client;
    }

    /// With the pod's own grace period.
    ///
    /// @return false when it was gone already
    boolean pod(Observed seen, String name) {
        Pod pod = seen.pods().get(name);
        return pod != null && delete("/api/v1/namespaces/" + namespace(seen) + "/pods/" + name, pod, null);
    }

    /// Without asking its node.
    boolean podAtOnce(Observed seen, String name) {
        Pod pod = seen.pods().get(name);
        return pod != null && delete("/api/v1/namespaces/" + namespace(seen) + "/pods/" + name, pod, 0L);
    }

    boolean service(Observed seen, String name) {
        String path = "/api/v1/namespaces/" + namespace(seen) + "/services/" + name;
        return client.raw(path, "DELETE", new DeleteOptions()) != null;
    }

    void job(Observed seen) {
        delete("/apis/" + seen.resource().getApiVersion() + "/namespaces/" + namespace(seen) + "/" + seen.resource().getPlural() + "/"
                + seen.resource().getMetadata().getName(), seen.resource(), null);
    }

    /// Config maps with addresses that no pod refers to, neither those that were seen nor those to come. While very many are in use, which
    /// a request could not name, all stay.
    void addresses(Observed seen, AddressBook next) {
        Set<String> used = new TreeSet<>();
        next.shared().ifPresent(shared -> used.add(shared.id()));
        seen.observation().pods().forEach(pod -> used.add(pod.annotations().getOrDefault(Labels.ADDRESSES, "")));
        used.remove("");
        if (used.size() <= NAMED_AT_ONCE) {
            addresses(seen, used);
        }
    }

    /// What the garbage collector leaves when a job is deleted with `--cascade=orphan`.
    void leftovers(Observed seen) {
        JobKey key = new JobKey(namespace(seen), seen.resource().getMetadata().getName());
        String secret = TokenSecret.of(key, seen.resource().getMetadata().getUid()).name();
        try {
            client.raw("/api/v1/namespaces/" + namespace(seen) + "/secrets/" + secret, "DELETE", new DeleteOptions());
        } catch (KubernetesClientException e) {
            if (!ApiErrors.isMissing(e)) {
                throw e;
            }
        }
        addresses(seen, Set.of());
    }

    /// By a selector, so that config maps need not be read.
    private void addresses(Observed seen, Set<String> used) {
        String selector = Labels.JOB + "=" + seen.resource().getMetadata().getName() + "," + Labels.ADDRESSES
                + (used.isEmpty() ? "" : "," + Labels.ADDRESSES + " notin (" + String.join(",", used) + ")");
        client.raw("/api/v1/namespaces/" + namespace(seen) + "/configmaps?labelSelector="
                + URLEncoder.encode(selector, StandardCharsets.UTF_8), "DELETE", new DeleteOptions());
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
                return false; // another one of that name
            }
            throw e;
        }
    }

    private static String namespace(Observed seen) {
        return seen.resource().getMetadata().getNamespace();
    }
}
