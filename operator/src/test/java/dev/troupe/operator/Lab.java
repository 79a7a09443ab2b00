package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.dijob.Phase;
import dev.troupe.kube.ApiErrors;
import dev.troupe.kube.Crds;
import dev.troupe.kube.DIJobResource;
import dev.troupe.kube.KubeCluster;
import dev.troupe.lifecycle.Labels;
import dev.troupe.lifecycle.Status;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// A namespace of a real API server with an operator for it; the test is kubelet and user.
final class Lab implements AutoCloseable {
    final KubeCluster cluster = KubeCluster.shared();
    final KubernetesClient client = cluster.client();
    final String namespace = cluster.namespace();
    private final List<Runnable> ends = new ArrayList<>();

    static {
        Crds.install(KubeCluster.shared().client());
    }

    /// With an operator.
    static Lab open() {
        Lab lab = new Lab();
        lab.start();
        return lab;
    }

    /// Another operator, of the administrator.
    Operator start() {
        return start(OperatorSettings.USUAL.watching(namespace), client);
    }

    Operator start(OperatorSettings settings, KubernetesClient with) {
        Operator operator = Operator.start(settings, with);
        return closing(operator, operator::close);
    }

    <T> T closing(T resource, Runnable close) {
        ends.addLast(close);
        return resource;
    }

    /// As `kubectl create` does.
    Lab create(String yaml) {
        client.resource(client.getKubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class)).inNamespace(namespace)
                .create();
        return this;
    }

    Resource<DIJobResource> at(String job) {
        return client.resources(DIJobResource.class).inNamespace(namespace).withName(job);
    }

    DIJobResource job(String name) {
        return at(name).get();
    }

    Status status(String job) {
        return Status.read(job(job).getStatus());
    }

    /// Changes its spec, or something else, as `kubectl edit` does.
    Lab edit(String job, Consumer<DIJobResource> change) {
        at(job).edit(resource -> {
            change.accept(resource);
            return resource;
        });
        return this;
    }

    Lab merge(String job, String patch) {
        at(job).patch(PatchContext.of(PatchType.JSON_MERGE), patch);
        return this;
    }

    Lab await(String job, Phase phase) {
        try {
            KubeCluster.await(job + " is " + phase, () -> status(job).phase() == phase);
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ": " + job(job).getStatus(), e);
        }
        return this;
    }

    Lab awaitPods(String job, String... names) {
        KubeCluster.await("pods " + Set.of(names), () -> names(job).equals(Set.of(names)));
        return this;
    }

    List<Pod> pods(String job) {
        return client.pods().inNamespace(namespace).withLabel(Labels.JOB, job).list().getItems();
    }

    /// Of those that are not being deleted.
    Set<String> names(String job) {
        return pods(job).stream().filter(pod -> pod.getMetadata().getDeletionTimestamp() == null).map(pod -> pod.getMetadata().getName())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    Pod pod(String name) {
        return client.pods().inNamespace(namespace).withName(name).get();
    }

    Set<String> services() {
        return client.services().inNamespace(namespace).list().getItems().stream().map(service -> service.getMetadata().getName())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// What its pods know each other by.
    List<Secret> tokens(String job) {
        return client.secrets().inNamespace(namespace).withLabel(Labels.JOB, job).list().getItems();
    }

    /// Reasons, in no order.
    Set<String> events(String job) {
        return client.v1().events().inNamespace(namespace).list().getItems().stream()
                .filter(event -> event.getInvolvedObject().getName().equals(job)).map(event -> event.getReason())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    List<String> messages(String job, String reason) {
        return client.v1().events().inNamespace(namespace).list().getItems().stream()
                .filter(event -> event.getInvolvedObject().getName().equals(job) && event.getReason().equals(reason))
                .map(event -> event.getMessage()).toList();
    }

    Lab awaitEvent(String job, String reason) {
        KubeCluster.await("event " + reason + " of " + job, () -> events(job).contains(reason));
        return this;
    }

    Lab ready(String... pods) {
        for (String pod : pods) {
            status(pod, """
                    {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}""");
        }
        return this;
    }

    /// All pods the job has now; the operator may be about to replace some.
    Lab allReady(String job) {
        for (String pod : names(job)) {
            try {
                ready(pod);
            } catch (KubernetesClientException e) {
                if (!ApiErrors.isMissing(e)) {
                    throw e;
                }
            }
        }
        return this;
    }

    /// There is a pod of that name, and it is not the one it was.
    Lab awaitReplaced(String pod, String id) {
        KubeCluster.await("a new " + pod, () -> {
            Pod now = pod(pod);
            return now != null && !now.getMetadata().getUid().equals(id);
        });
        return this;
    }

    Lab ended(String pod, int code) {
        return ended(pod, code, "");
    }

    Lab ended(String pod, int code, String message) {
        String container = pod(pod).getSpec().getContainers().getFirst().getName();
        return status(pod,
                """
                        {"phase": "%s", "conditions": [{"type": "Ready", "status": "False"}], "containerStatuses": [{"name": "%s",
                         "image": "i", "imageID": "i", "ready": false, "restartCount": 0, "state": {"terminated": {"exitCode": %d, "message": "%s"}}}]}"""
                        .formatted(code == 0 ? "Succeeded" : "Failed", container, code, message));
    }

    Lab allEnded(String job, int code) {
        names(job).forEach(pod -> ended(pod, code));
        return this;
    }

    Lab status(String pod, String json) {
        client.pods().inNamespace(namespace).withName(pod).subresource("status").patch(PatchContext.of(PatchType.STRATEGIC_MERGE),
                "{\"status\": " + json + "}");
        return this;
    }

    /// On a node the pod's deletion takes until the kubelet is done with it.
    Lab bind(String pod, String node) {
        client.raw("/api/v1/namespaces/" + namespace + "/pods/" + pod + "/binding", "POST",
                new BindingBuilder().withNewMetadata().withName(pod).endMetadata().withNewTarget().withKind("Node").withName(node)
                        .endTarget()
                        .build());
        return this;
    }

    Lab delete(String pod) {
        client.pods().inNamespace(namespace).withName(pod).delete();
        return this;
    }

    /// What the kubelet does when a pod being deleted has ended.
    Lab gone(String pod) {
        client.pods().inNamespace(namespace).withName(pod).withGracePeriod(0).delete();
        return this;
    }

    static String env(Pod pod, String name) {
        return pod.getSpec().getContainers().getFirst().getEnv().stream().filter(one -> one.getName().equals(name)).findFirst()
                .orElseThrow(() -> new AssertionError("no " + name)).getValue();
    }

    /// Each pod finds itself in `DI_NODES`, and no two have one rank.
    Lab checkRanks(String job) {
        Set<String> ranks = new TreeSet<>();
        for (Pod pod : pods(job)) {
            String rank = env(pod, "DI_RANK");
            assertEquals(true, ranks.add(rank), "two pods of rank " + rank);
            assertEquals(rank, pod.getMetadata().getAnnotations().get(Labels.RANK));
            assertEquals(pod.getMetadata().getName(),
                    env(pod, "DI_NODES").split(",", -1)[Integer.parseInt(rank)].replaceFirst("\\..*", ""));
        }
        return this;
    }

    @Override
    public void close() {
        ends.reversed().forEach(Runnable::run);
    }
}
