package dev.troupe.operator;

import dev.troupe.dijob.Job;
import dev.troupe.kube.ApiErrors;
import dev.troupe.kube.DIJobResource;
import dev.troupe.kube.Owners;
import dev.troupe.kube.PodCreator;
import dev.troupe.lifecycle.AddressBook;
import dev.troupe.lifecycle.Cluster;
import dev.troupe.lifecycle.Marks;
import dev.troupe.lifecycle.NewPod;
import dev.troupe.lifecycle.TokenSecret;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Creates what a job owns, once.
final class Creator {
    private static final int TOKEN_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final KubernetesClient client;
    private final Sources sources;
    private final PodCreator pods;

    Creator(KubernetesClient client, Sources sources, Cluster cluster) {
        this.client = client;
        this.sources = sources;
        this.pods = new PodCreator(client, cluster);
    }

    /// Creates a pod, unless the job already owns it.
    ///
    /// @return false if its name is still taken
    boolean pod(DIJobResource owner, Job job, NewPod pod, Runnable created) {
        return create(owner, () -> pods.create(job, pod), client.pods().inNamespace(job.key().namespace()).withName(pod.name()),
                sources::created, created);
    }

    /// Creates a service, unless the job already owns it.
    ///
    /// @return false if its name is still taken
    boolean service(DIJobResource owner, Map<String, Object> tree, Runnable created) {
        Resource<Service> service = client.resource(client.getKubernetesSerialization().convertValue(tree, Service.class));
        return create(owner, service::create, service, sources::created, created);
    }

    /// Creates an object, unless the job already owns it.
    ///
    /// @return false if the name is taken by an object that will be deleted, e.g. one of an earlier job
    /// @throws TakenException when it belongs to somebody else
    private <T extends HasMetadata> boolean create(DIJobResource job, Supplier<T> creation, Resource<T> place, Consumer<T> remember,
            Runnable created) {
        try {
            remember.accept(creation.get());
            created.run();
            return true;
        } catch (KubernetesClientException e) {
            if (!ApiErrors.isConflict(e)) {
                throw e;
            }
        }
        T there = place.get();
        if (there == null || Owners.left(job, there)) {
            return false;
        }
        if (!Owners.owns(job, there)) {
            throw new TakenException(there.getKind().toLowerCase(java.util.Locale.ROOT), there);
        }
        remember.accept(there);
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
