package dev.troupe.operator;

import dev.troupe.dijob.AddressBook;
import dev.troupe.dijob.Job;
import dev.troupe.dijob.Marks;
import dev.troupe.dijob.TokenSecret;
import dev.troupe.kube.DIJobResource;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/// Creates what a job owns, once.
final class Creator {
    private static final int TOKEN_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final KubernetesClient client;
    private final Sources sources;

    Creator(KubernetesClient client, Sources sources) {
        this.client = client;
        this.sources = sources;
    }

    /// Creates an object, unless the job already owns it.
    ///
    /// @return false if the name is taken by an object that will be deleted, e.g. one of an earlier job
    /// @throws TakenException when it belongs to somebody else
    <T extends HasMetadata> boolean create(DIJobResource job, Map<String, Object> tree, Class<T> type, Runnable created) {
        T object = client.getKubernetesSerialization().convertValue(tree, type);
        try {
            remember(client.resource(object).create());
            created.run();
            return true;
        } catch (KubernetesClientException e) {
            if (!ApiErrors.isConflict(e)) {
                throw e;
            }
        }
        T there = client.resource(object).get();
        if (there == null || Owners.left(job, there)) {
            return false;
        }
        if (!Owners.owns(job, there)) {
            throw new TakenException(object.getKind().toLowerCase(java.util.Locale.ROOT), there);
        }
        remember(there);
        return true;
    }

    /// The name of the secret says whose it is: there is no need to read it.
    void token(Job job, TokenSecret secret) {
        byte[] token = new byte[TOKEN_BYTES];
        RANDOM.nextBytes(token);
        Map<String, Object> tree = secret.tree(job, HexFormat.of().formatHex(token));
        once(client.getKubernetesSerialization().convertValue(tree, Secret.class));
    }

    /// The name says what is in it.
    void addresses(Job job, AddressBook addresses) {
        once(client.getKubernetesSerialization().convertValue(addresses.tree(job), ConfigMap.class));
    }

    /// Succeeds if the object exists already.
    private void once(HasMetadata object) {
        try {
            client.resource(object).create();
        } catch (KubernetesClientException e) {
            if (!ApiErrors.isConflict(e)) {
                throw e;
            }
        }
    }

    /// In the form of a merge patch.
    private static Map<String, String> merged(Marks marks) {
        Map<String, String> merged = new HashMap<>(marks.set());
        marks.removed().forEach(name -> merged.put(name, null));
        return merged;
    }

    private void remember(HasMetadata object) {
        switch (object) {
            case Pod pod -> sources.created(pod);
            case Service service -> sources.created(service);
            default -> throw new IllegalArgumentException("nobody remembers a " + object.getKind());
        }
    }

    void relabel(Observed seen, String pod, Marks labels, Marks annotations) {
        String patch = client.getKubernetesSerialization()
                .asJson(Map.of("metadata", Map.of("labels", merged(labels), "annotations", merged(annotations))));
        try {
            client.resource(seen.pods().get(pod)).patch(PatchContext.of(PatchType.JSON_MERGE), patch); // without reading it first
        } catch (KubernetesClientException e) {
            if (!ApiErrors.isMissing(e)) {
                throw e;
            }
        }
    }
}
