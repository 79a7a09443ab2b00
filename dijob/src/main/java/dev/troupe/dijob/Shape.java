package dev.troupe.dijob;

/// The three shapes of a DIJob. The fields of the object determine its shape, not its version: an API server that serves both versions
/// without conversion hands out any of them under either.
public sealed interface Shape {
    /// `v1alpha1`: a coordinator, which asks for collectors and learners.
    record Coordinated() implements Shape {}

    /// `v2alpha1`, first form: equal pods, as many as there is room for between two limits.
    record Elastic(int minReplicas, int maxReplicas, Topology topology, int parallelWorkers) implements Shape {
        /// How many pods, when somebody asked for a number of them or nobody did.
        public int clamp(int requested) {
            return Math.clamp(requested, minReplicas, maxReplicas);
        }
    }

    /// `v2alpha1`, second form: tasks with a number of pods each.
    record Tasked() implements Shape {}

    /// As a status names it.
    default String word() {
        return switch (this) {
            case Coordinated _ -> "coordinated";
            case Elastic _ -> "elastic";
            case Tasked _ -> "tasks";
        };
    }

    /// The name used in sentences.
    default String title() {
        return switch (this) {
            case Coordinated _ -> "v1alpha1 (coordinator, collector, learner)";
            case Elastic _ -> "v2alpha1 with one template";
            case Tasked _ -> "v2alpha1 with tasks";
        };
    }
}
