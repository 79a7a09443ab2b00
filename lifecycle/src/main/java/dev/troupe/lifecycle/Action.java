package dev.troupe.lifecycle;

/// Something to be done after the status of a decision was written, in the order given. Doing it again does no harm.
public sealed interface Action {
    /// Creates the secret with a new token, unless it exists.
    record CreateToken(TokenSecret secret) implements Action {}

    /// Creates the config map with the addresses of a large job, unless it exists, and deletes those that no pod refers to any more.
    record CreateAddresses(AddressBook addresses) implements Action {}

    record CreateService(Service service) implements Action {}

    record DeleteService(String name) implements Action {}

    record CreatePod(NewPod pod) implements Action {}

    /// Deletes a pod, which gets its grace period.
    record DeletePod(String name, String why) implements Action {}

    /// Deletes a pod at once, whether or not its node has reported its end.
    record ForceDeletePod(String name, String why) implements Action {}

    /// Changes labels and annotations of a running pod.
    record RelabelPod(String name, Marks labels, Marks annotations) implements Action {}

    /// A scheduler's pod group, called like the job, which starts all pods or none. It is changed when it exists.
    record CreatePodGroup(int members) implements Action {}

    /// An event of the job.
    record Announce(boolean warning, String reason, String message) implements Action {}

    /// Deletes the job, which has ended and whose time to live is over.
    record DeleteJob(String why) implements Action {}

    /// Removes the finalizer of a job that is being deleted, when nothing of it is left.
    record Release() implements Action {}
}
