package dev.troupe.dijob;

import java.util.Optional;

/// A pod that is to be created. [PodManifest] makes the object of it.
public sealed interface NewPod {
    String name();

    /// A pod of a job without a coordinator.
    ///
    /// @param replicas how many pods the job asks for
    /// @param addresses of all pods, this one among them
    record Ranked(String name, Slot slot, int rank, int generation, int replicas, AddressBook addresses) implements NewPod {}

    /// A pod of a job with a coordinator.
    ///
    /// @param template the job's own, or for an aggregator the cluster's
    /// @param resources that were asked for; an aggregator only remembers them, for when it is replaced with its learners
    /// @param share its part of a learner that is spread over GPUs
    /// @param aggregator beside which it learns
    record Role(String name, TaskType role, Template template, Resources resources, Optional<GpuShare> share,
            Optional<Aggregator> aggregator)
            implements
                NewPod {}

    /// Where the learners of an aggregator reach it.
    record Aggregator(String name, int port) {}
}
