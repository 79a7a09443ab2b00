package dev.troupe.jobserver;

import dev.troupe.dijob.AggregatorConfig;
import dev.troupe.dijob.Job;
import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.Manifest;
import dev.troupe.dijob.ManifestReader;
import dev.troupe.dijob.Reading;
import dev.troupe.kube.AggregatorConfigResource;
import dev.troupe.kube.DIJobResource;
import dev.troupe.kube.JobReading;
import dev.troupe.kube.LeanClient;
import dev.troupe.kube.Owners;
import dev.troupe.kube.Pages;
import dev.troupe.kube.SlimPod;
import dev.troupe.lifecycle.Labels;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads what the server needs from the API server on demand, so that every replica of the operator can answer.
public final class JobFinder {
    static final System.Logger LOG = System.getLogger("dev.troupe.operator");
    private static final String GPU = "nvidia.com/gpu";
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    private final KubernetesClient client;
    private final KubernetesClient lean;
    private final String namespace;

    /// A valid job, as the API server stores it and as it was parsed.
    public record ValidJob(DIJobResource resource, Job job) {}

    /// Reads with these clients.
    ///
    /// @param lean of [LeanClient]
    /// @param namespace the operator's own
    public JobFinder(KubernetesClient client, KubernetesClient lean, String namespace) {
        this.client = client;
        this.lean = lean;
        this.namespace = namespace;
    }

    /// @throws Refusal 404 if there is no such job, 409 if it is not valid
    ValidJob job(JobKey key) {
        DIJobResource resource = client.resources(DIJobResource.class).inNamespace(key.namespace()).withName(key.name()).get();
        if (resource == null) {
            throw new Refusal(Refusal.NOT_FOUND, "there is no DIJob " + key);
        }
        return switch (JobReading.of(resource).reading()) {
            case Reading.Good(Job job) -> new ValidJob(resource, job);
            case Reading.Good(Manifest other) -> throw new IllegalStateException(other.key() + " is no DIJob");
            case Reading.Bad bad -> throw new Refusal(Refusal.CONFLICT, "the job " + key + " is not valid: " + bad.sentences());
        };
    }

    /// The job a pod belongs to.
    ///
    /// @throws Refusal 404 if there is no such pod or job, or if the pod belongs to an earlier job of that name
    ValidJob jobOf(String namespace, String pod) {
        Pod found = client.pods().inNamespace(namespace).withName(pod).get();
        if (found == null) {
            throw new Refusal(Refusal.NOT_FOUND, "there is no pod " + namespace + "/" + pod);
        }
        OwnerReference owner = Owners.controller(found).filter(one -> one.getKind().equals("DIJob")).orElseThrow(
                () -> new Refusal(Refusal.NOT_FOUND, "the pod " + namespace + "/" + pod + " belongs to no DIJob"));
        ValidJob job = job(new JobKey(namespace, owner.getName()));
        if (!owner.getUid().equals(job.resource().getMetadata().getUid())) {
            throw new Refusal(Refusal.NOT_FOUND,
                    "the pod " + namespace + "/" + pod + " belongs to an earlier DIJob " + job.job().key() + ", which is gone");
        }
        return job;
    }

    /// The pods of a job, in the order of their names.
    List<Pod> pods(ValidJob job) {
        JobKey key = job.job().key();
        return Pages.read(lean.pods().inNamespace(key.namespace()).withLabels(Labels.of(key)), SlimPod::of).stream()
                .filter(pod -> Owners.owns(job.resource(), pod))
                .sorted(Comparator.comparing(pod -> pod.getMetadata().getName())).toList();
    }

    /// The coordinators of a namespace, or of all when it is empty.
    List<Pod> coordinators(String namespace) {
        var pods = namespace.isEmpty() ? lean.pods().inAnyNamespace() : lean.pods().inNamespace(namespace);
        return Pages.read(pods.withLabel(Labels.TASK_NAME, "coordinator").withLabel(Labels.JOB), SlimPod::of).stream()
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null).toList();
    }

    /// The AggregatorConfig of the operator's namespace, or else the only one of the cluster.
    Optional<AggregatorConfig> aggregators() {
        List<AggregatorConfigResource> all;
        try {
            all = client.resources(AggregatorConfigResource.class).inAnyNamespace().list().getItems();
        } catch (KubernetesClientException e) {
            if (e.getCode() == NOT_FOUND) {
                return Optional.empty(); // the cluster does not know the kind
            }
            throw e;
        }
        List<AggregatorConfigResource> own = all.stream().filter(one -> one.getMetadata().getNamespace().equals(namespace)).toList();
        List<AggregatorConfigResource> chosen = own.isEmpty() ? all : own;
        if (chosen.size() > 1) {
            throw new Refusal(Refusal.CONFLICT,
                    "there are " + chosen.size() + " AggregatorConfigs: leave one, in the namespace " + namespace);
        }
        return chosen.stream().findFirst().map(one -> switch (ManifestReader.tree(tree(one))) {
            case Reading.Good(AggregatorConfig config) -> config;
            case Reading.Good(Manifest other) -> throw new IllegalStateException(other.key() + " is no AggregatorConfig");
            case Reading.Bad bad ->
                    throw new Refusal(Refusal.CONFLICT, "the AggregatorConfig " + bad.name() + " is not valid: " + bad.sentences());
        });
    }

    /// How many GPUs each node has; empty if the operator may not list nodes.
    List<Integer> nodeGpus() {
        try {
            return client.nodes().list().getItems().stream()
                    .map(node -> Optional.ofNullable(node.getStatus()).map(status -> status.getAllocatable()).map(all -> all.get(GPU)))
                    .map(amount -> amount.map(Quantity::getNumericalAmount).map(Number::intValue).orElse(0)).toList();
        } catch (KubernetesClientException e) {
            if (e.getCode() == FORBIDDEN) {
                LOG.log(Level.WARNING, "nodes may not be listed, so the GPUs of learners are not split: {0}", e.getMessage());
                return List.of();
            }
            throw e;
        }
    }

    private Map<?, ?> tree(HasMetadata resource) {
        return client.getKubernetesSerialization().convertValue(resource, Map.class);
    }
}
