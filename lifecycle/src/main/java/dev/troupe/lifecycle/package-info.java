/// What happens to a DIJob, as pure decisions without Kubernetes.
///
/// ```
/// Job + Observation    ─▶ Lifecycle ─▶ Decision: the next Status, and Actions to be done after it is written
/// Job + ReplicaRequest ─▶ CoordinatorReplicas ─▶ the pods to create for the request of a coordinator
/// Job + NewPod         ─▶ PodManifest ─▶ a pod as a tree
/// ```
///
/// Nothing here reads a clock, a file or a socket, or keeps state.
package dev.troupe.lifecycle;
