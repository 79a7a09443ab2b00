package dev.troupe.dijob;

/// Something to be done after the status of a decision was written, in the order given. Doing it again does no harm.
public sealed interface Action {
    /// With a new token, unless it is there.
    record CreateToken(TokenSecret secret) implements Action {}

    /// The config map with the addresses of a large job, unless it is there. Those that no pod refers to any more go.
    record CreateAddresses(AddressBook addresses) implements Action {}

    record CreateService(Service service) implements Action {}

    record DeleteService(String name) implements Action {}

    record CreatePod(NewPod pod) implements Action {}

    /// With the grace period of the pod.
    record DeletePod(String name, String why) implements Action {}

    /// At once, whether or not its node says that it has ended.
    record ForceDeletePod(String name, String why) implements Action {}

    /// Labels and annotations of a pod that runs.
    record RelabelPod(String name, Marks labels, Marks annotations) implements Action {}

    /// A scheduler's pod group, called like the job, which starts all pods or none. It is changed when it exists.
    record CreatePodGroup(int members) implements Action {}

    /// An event of the job.
    record Announce(boolean warning, String reason, String message) implements Action {}

    /// The job itself goes: it has ended, and its time to live is over.
    record DeleteJob(String why) implements Action {}

    /// The job is being deleted and nothing of it is left: its finalizer goes.
    record Release() implements Action {}
}
