package dev.troupe.lifecycle;

import dev.troupe.dijob.TaskType;
import dev.troupe.dijob.Template;
import java.util.Optional;

/// A pod to create. [PodManifest] turns it into an object.
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
    /// @param resources that were requested; an aggregator only keeps them for the time when it and its learners are replaced
    /// @param share its part of a learner that is spread over GPUs
    /// @param aggregator beside which it learns
    record Role(String name, TaskType role, Template template, Resources resources, Optional<GpuShare> share,
            Optional<Aggregator> aggregator)
            implements
                NewPod {}

    /// Where the learners of an aggregator reach it.
    record Aggregator(String name, int port) {}
}
