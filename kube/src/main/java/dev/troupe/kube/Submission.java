package dev.troupe.kube;

import dev.troupe.dijob.JobKey;
import dev.troupe.jobs.CodeFile;
import dev.troupe.jobs.JobsException;
import dev.troupe.lifecycle.Labels;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/// Creates the objects of a job: first what it needs, then the job, which then owns them.
final class Submission {
    private final KubernetesClient client;
    private final CommandErrors errors;

    Submission(KubernetesClient client, CommandErrors errors) {
        this.client = client;
        this.errors = errors;
    }

    JobKey submit(Map<String, Object> manifest) {
        return key(create(manifest));
    }

    JobKey submit(Map<String, Object> manifest, CodeFile code, String image, String operatorNamespace) {
        return CodeTravel.fits(code) ? mounting(manifest, code) : fetching(manifest, code, image, operatorNamespace);
    }

    private JobKey mounting(Map<String, Object> manifest, CodeFile code) {
        ConfigMap map = new ConfigMapBuilder().withNewMetadata().withNamespace(namespace(manifest))
                .withGenerateName(metadata(manifest).get("name") + "-code-")
                .addToLabels(Labels.JOB, String.valueOf((Object) metadata(manifest).get("name"))).endMetadata()
                .addToBinaryData(code.name(), Base64.getEncoder().encodeToString(bytes(code))).build();
        ConfigMap made = errors.trying("put the code of the job into namespace " + namespace(manifest),
                () -> client.resource(map).create());
        try {
            GenericKubernetesResource job = create(CodeTravel.mounted(manifest, made.getMetadata().getName()));
            own(made, job);
            return key(job);
        } catch (RuntimeException e) {
            client.resource(made).delete();
            throw e;
        }
    }

    private static byte[] bytes(CodeFile code) {
        try {
            return Files.readAllBytes(code.file());
        } catch (IOException e) {
            throw PackageUpload.unreadable(code, e);
        }
    }

    private JobKey fetching(Map<String, Object> manifest, CodeFile code, String image, String operatorNamespace) {
        String sha256 = new PackageUpload(client, errors, operatorNamespace).put(code, namespace(manifest));
        return submit(CodeTravel.fetched(manifest, code, sha256, image));
    }

    /// Makes the job its owner, so that it is deleted with the job.
    private void own(ConfigMap map, GenericKubernetesResource job) {
        var owner = new OwnerReferenceBuilder().withApiVersion(job.getApiVersion()).withKind(job.getKind())
                .withName(job.getMetadata().getName()).withUid(job.getMetadata().getUid()).build();
        errors.trying("give " + map.getMetadata().getName() + " to the job",
                () -> client.resource(map)
                        .edit(before -> new ConfigMapBuilder(before).editMetadata().withOwnerReferences(owner).endMetadata()
                                .build()));
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
            return new JobsException("job " + key.name() + " was removed just now: submit it again", e);
        }
        if (there.getMetadata().getDeletionTimestamp() == null) {
            String phase = Rows.job(there).phase();
            return new JobsException("namespace " + key.namespace() + " already has a job " + key.name()
                    + (phase.isEmpty() ? "" : " (" + phase + ")") + ": choose another name, or remove it with troupe kill --rm " + key, e);
        }
        Optional<Instant> last = client.pods().inNamespace(key.namespace()).withLabels(Labels.of(key)).list().getItems().stream()
                .flatMap(pod -> Rows.instant(pod.getMetadata().getDeletionTimestamp()).stream()).max(Comparator.naturalOrder());
        return new JobsException("the previous job " + key.name() + " is still being removed: its workers have "
                + last.map(time -> "until " + time + " to end").orElse("time to end") + "; then the name is free", e);
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
