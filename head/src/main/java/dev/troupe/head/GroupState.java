package dev.troupe.head;

/// The state of a placement group.
public enum GroupState {
    PENDING, CREATED, REMOVED,
    /// A node with bundles of it was lost; these are being placed again.
    RESCHEDULING;

    boolean mayBecome(GroupState next) {
        return switch (this) {
            case PENDING, RESCHEDULING -> next == CREATED || next == REMOVED;
            case CREATED -> next == RESCHEDULING || next == REMOVED;
            case REMOVED -> false;
        };
    }
}
