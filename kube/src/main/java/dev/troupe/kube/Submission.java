package dev.troupe.kube;

import dev.troupe.dijob.CodeFile;
import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.JobsException;
import dev.troupe.dijob.Labels;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Makes the objects of a job: what it needs first, then the job, which then owns them.
final class Submission {
    private final KubernetesClient client;
    private final ApiErrors errors;

    Submission(KubernetesClient client, ApiErrors errors) {
        this.client = client;
        this.errors = errors;
    }

    JobKey submit(Map<String, Object> manifest) {
        return key(create(manifest));
    }

    JobKey submit(Map<String, Object> manifest, CodeFile code, String image) {
        List<HasMetadata> made = new ArrayList<>();
        String namespace = namespace(manifest);
        String name = String.valueOf((Object) metadata(manifest).get("name"));
        try {
            HasMetadata tokens = make(made, meta -> new SecretBuilder().withMetadata(meta).addToStringData("token", token()).build(),
                    meta(namespace, name, "-token-"));
            Map<String, Object> complete;
            if (CodeTravel.fits(code)) {
                String bytes = Base64.getEncoder().encodeToString(code.bytes());
                HasMetadata map = make(made, meta -> new ConfigMapBuilder().withMetadata(meta).addToBinaryData(code.name(), bytes).build(),
                        meta(namespace, name, "-code-"));
                complete = CodeTravel.mounted(manifest, map.getMetadata().getName(), tokens.getMetadata().getName());
            } else {
                String sha256 = new PackageUpload(client, errors).put(code, namespace);
                complete = CodeTravel.fetched(manifest, code, sha256, image, tokens.getMetadata().getName());
            }
            GenericKubernetesResource job = create(complete);
            own(made, job);
            return key(job);
        } catch (RuntimeException e) {
            made.forEach(object -> client.resource(object).delete());
            throw e;
        }
    }

    private static ObjectMeta meta(String namespace, String job, String kind) {
        return new ObjectMetaBuilder().withNamespace(namespace).withGenerateName(job + kind).addToLabels(Labels.JOB, job).build();
    }

    private HasMetadata make(List<HasMetadata> made, java.util.function.Function<ObjectMeta, HasMetadata> object, ObjectMeta meta) {
        HasMetadata one = errors
                .trying("put " + meta.getGenerateName().replaceFirst(".*-(\\w+)-$", "the $1 of the job") + " into namespace "
                        + meta.getNamespace(), () -> client.resource(object.apply(meta)).create());
        made.add(one);
        return one;
    }

    /// So that they go with the job.
    private void own(List<HasMetadata> made, GenericKubernetesResource job) {
        var owner = new OwnerReferenceBuilder().withApiVersion(job.getApiVersion()).withKind(job.getKind())
                .withName(job.getMetadata().getName()).withUid(job.getMetadata().getUid()).build();
        UnaryOperator<HasMetadata> owned = object -> {
            object.getMetadata().setOwnerReferences(List.of(owner));
            return object;
        };
        made.forEach(object -> errors.trying("give " + object.getMetadata().getName() + " to the job",
                () -> client.resource(object).edit(owned)));
    }

    private static String token() {
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private GenericKubernetesResource create(Map<String, Object> manifest) {
        GenericKubernetesResource object = client.getKubernetesSerialization().convertValue(manifest, GenericKubernetesResource.class);
        object.getMetadata().setNamespace(namespace(manifest));
        JobKey key = key(object);
        boolean job = object.getKind().equals("DIJob");
        var context = new ResourceDefinitionContext.Builder().withGroup("diengine.opendilab.org")
                .withVersion(object.getApiVersion().replaceFirst(".*/", "")).withKind(object.getKind())
                .withPlural(job ? "dijobs" : "aggregatorconfigs").withNamespaced(true).build();
        try {
            return client.genericKubernetesResources(context).inNamespace(key.namespace()).resource(object).create();
        } catch (KubernetesClientException e) {
            if (e.getCode() == 409 && job) {
                throw taken(key, e);
            }
            throw errors.sentence("submit " + key.name() + " to namespace " + key.namespace(), e);
        }
    }

    private JobsException taken(JobKey key, KubernetesClientException e) {
        DIJobResource there = client.resources(DIJobResource.class).inNamespace(key.namespace()).withName(key.name()).get();
        if (there == null) {
            return new JobsException("job " + key.name() + " was only just removed: submit it again", e);
        }
        if (there.getMetadata().getDeletionTimestamp() == null) {
            String phase = Rows.job(there).phase();
            return new JobsException("namespace " + key.namespace() + " has a job " + key.name() + " already"
                    + (phase.isEmpty() ? "" : " (" + phase + ")") + ": choose another name, or remove it with troupe kill --rm "
                    + key.name(),
                    e);
        }
        Optional<Instant> last = client.pods().inNamespace(key.namespace()).withLabels(Labels.of(key)).list().getItems().stream()
                .flatMap(pod -> Rows.instant(pod.getMetadata().getDeletionTimestamp()).stream()).max(Comparator.naturalOrder());
        return new JobsException("the job " + key.name() + " before it is still being removed: its workers have time "
                + last.map(time -> "until " + time).orElse("to end") + "; then the name is free", e);
    }

    private String namespace(Map<String, Object> manifest) {
        return Optional.ofNullable(metadata(manifest).get("namespace")).map(Object::toString).orElseGet(client::getNamespace);
    }

    private static Map<?, ?> metadata(Map<String, Object> manifest) {
        return manifest.get("metadata") instanceof Map<?, ?> metadata ? metadata : Map.of();
    }

    private static JobKey key(HasMetadata object) {
        return new JobKey(object.getMetadata().getNamespace(), object.getMetadata().getName());
    }
}
