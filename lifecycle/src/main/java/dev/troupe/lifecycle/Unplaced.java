package dev.troupe.lifecycle;

/// A pod of a gang that no node has room for.
///
/// @param lacks the resources it requests and no node has left, e.g. `nvidia.com/gpu: 1`, or why no node may run it; for people
public record Unplaced(String pod, String lacks) {
    /// How every message about such a pod begins.
    static final String NO_ROOM = "no node has room for pod ";

    /// The message up to the name of the pod, which is how two messages about the same pod are recognized.
    String beginning() {
        return NO_ROOM + pod + " (";
    }

    String sentence() {
        return beginning() + lacks + ")";
    }
}
