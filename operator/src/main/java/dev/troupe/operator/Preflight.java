package dev.troupe.operator;

import dev.troupe.kube.ApiErrors;
import dev.troupe.kube.DIJobResource;
import dev.troupe.kube.Pages;
import dev.troupe.kube.SlimPod;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Checks whether the operator can work at all, so that whoever installed it reads a message instead of a stack trace.
final class Preflight {
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    private Preflight() {}

    static void check(OperatorSettings settings, KubernetesClient client) {
        list(settings, client, DIJobResource.class);
        list(settings, client, Pod.class);
        list(settings, client, Service.class);
        settings.election().ifPresent(election -> lease(election, client));
        settings.election().ifPresent(election -> renewal(election, client));
        settings.election().ifPresent(election -> noOther(election, client));
    }

    /// DI-orchestrator does not know our lease, so both operators would handle the same jobs and undo each other's changes. The check covers
    /// only the namespace where operators are installed: in others, anybody may give a pod such a label.
    private static void noOther(OperatorSettings.Election election, KubernetesClient client) {
        orchestrators(election, client).stream().findFirst()
                .ifPresent(pod -> {
                    String namespace = pod.getNamespace();
                    throw new OperatorException("DI-orchestrator runs in the pod " + namespace + "/" + pod.getName()
                            + " and manages the same jobs: stop it with `kubectl -n " + namespace
                            + " delete deployment di-operator di-server`; its jobs continue", null);
                });
    }

    private static List<ObjectMeta> orchestrators(OperatorSettings.Election election, KubernetesClient client) {
        try {
            return Pages.read(client.pods().inNamespace(election.namespace()).withLabel("control-plane", "di-operator"), Preflight::living)
                    .stream().flatMap(Optional::stream).toList();
        } catch (KubernetesClientException e) {
            throw new OperatorException(ApiErrors.sentence(e), e);
        }
    }

    private static Optional<ObjectMeta> living(Pod pod) {
        boolean lives = !pod.isMarkedForDeletion() && !ENDED.contains(String.valueOf(pod.getStatus().getPhase()))
                && pod.getMetadata().getOwnerReferences().stream().noneMatch(owner -> owner.getKind().equals("DIJob"));
        return lives ? Optional.of(SlimPod.metadata(pod.getMetadata())) : Optional.empty();
    }

    /// An operator that may not read the lease, or create it if it does not exist, would wait for it forever.
    private static void lease(OperatorSettings.Election election, KubernetesClient client) {
        try {
            if (client.leases().inNamespace(election.namespace()).withName(election.lease()).get() == null) {
                client.resource(new LeaseBuilder().withNewMetadata().withName(election.lease()).withNamespace(election.namespace())
                        .endMetadata().build()).dryRun(true).create();
            }
        } catch (KubernetesClientException e) {
            if (ApiErrors.isMissing(e)) {
                throw new OperatorException("there is no namespace " + election.namespace()
                        + ", where operators elect a leader: "
                        + "apply `troupe operator manifests`, name another with --namespace, or pass --alone if there is no other operator",
                        e);
            }
            if (!ApiErrors.isConflict(e)) { // another operator has just created it
                throw new OperatorException(ApiErrors.sentence(e), e);
            }
        }
    }

    private static <T extends HasMetadata> void list(OperatorSettings settings, KubernetesClient client, Class<T> type) {
        try {
            var all = client.resources(type);
            var options = new ListOptionsBuilder().withLimit(1L).build();
            if (settings.namespace().isPresent()) {
                all.inNamespace(settings.namespace().get()).list(options);
            } else {
                all.inAnyNamespace().list(options);
            }
        } catch (KubernetesClientException e) {
            throw new OperatorException(ApiErrors.isMissing(e)
                    ? "the API server has no " + HasMetadata.getFullResourceName(type)
                            + ": apply the definitions of `troupe operator manifests`"
                    : ApiErrors.sentence(e), e);
        }
    }

    /// An operator that may not renew the lease would not start, or would lose the lead again and again, without saying why.
    private static void renewal(OperatorSettings.Election election, KubernetesClient client) {
        for (String verb : List.of("update", "patch")) {
            var review = new SelfSubjectAccessReviewBuilder().withNewSpec().withNewResourceAttributes().withGroup("coordination.k8s.io")
                    .withResource("leases").withNamespace(election.namespace()).withName(election.lease()).withVerb(verb)
                    .endResourceAttributes().endSpec().build();
            if (!Boolean.TRUE.equals(client.authorization().v1().selfSubjectAccessReview().create(review).getStatus().getAllowed())) {
                throw new OperatorException("the operator cannot " + verb + " resource \"leases\" in the namespace " + election.namespace()
                        + ": apply the Role and its binding of `troupe operator manifests`", null);
            }
        }
    }
}
