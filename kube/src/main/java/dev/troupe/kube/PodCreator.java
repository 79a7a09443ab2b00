package dev.troupe.kube;

import dev.troupe.dijob.Job;
import dev.troupe.lifecycle.Cluster;
import dev.troupe.lifecycle.NewPod;
import dev.troupe.lifecycle.PodManifest;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;

/// Creates pods. Every pod of a job is created here: those that `Lifecycle` decides on, through `Executor` of the operator, and those that a coordinator
/// requests, through `CoordinatorPods` of the server.
///
/// Requests of coordinators do not go through `Lifecycle.decide`, for three reasons:
///
/// - The answer to a request contains the addresses of the new pods. So the pods are created, or the request is rejected with the API
///   server's reason, before the answer is sent.
/// - Every replica of the operator answers requests, but only the leader carries out decisions.
/// - A job does not say how many pods its coordinator has requested, so a decision about the job alone could not ask for them.
///
/// `CoordinatorReplicas` decides about a request; like `Lifecycle`, it is a pure function of what was observed. Once the pods exist,
/// `Lifecycle` follows them like all others.
public final class PodCreator {
    private final KubernetesClient client;
    private final Cluster cluster;

    public PodCreator(KubernetesClient client, Cluster cluster) {
        this.client = client;
        this.cluster = cluster;
    }

    /// Creates a pod of a job.
    ///
    /// @return the pod as the API server stored it
    /// @throws io.fabric8.kubernetes.client.KubernetesClientException if the API server rejects it, e.g. because its name is taken
    /// @throws IllegalArgumentException if the template has a field of another type than pods have
    public Pod create(Job job, NewPod pod) {
        Pod object = client.getKubernetesSerialization().convertValue(PodManifest.of(job, pod, cluster), Pod.class);
        return client.resource(object).create();
    }
}
