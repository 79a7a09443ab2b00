package dev.troupe.head;

/// Where a placement group stands in its life.
public enum GroupState {
    PENDING, CREATED, REMOVED,
    /// A node with bundles of it was lost; these are being placed anew.
    RESCHEDULING;

    boolean mayBecome(GroupState next) {
        return switch (this) {
            case PENDING, RESCHEDULING -> next == CREATED || next == REMOVED;
            case CREATED -> next == RESCHEDULING || next == REMOVED;
            case REMOVED -> false;
        };
    }
}
