package dev.troupe.head;

/// Where an actor stands in its life.
public enum ActorState {
    /// Its constructor's arguments are still being computed.
    DEPENDENCIES_UNREADY,
    /// Waits for room, for its worker or for its constructor.
    PENDING_CREATION,
    ALIVE,
    /// Lost its worker or was killed, and comes back with a new incarnation.
    RESTARTING,
    /// Never comes back.
    DEAD;

    boolean mayBecome(ActorState next) {
        return switch (this) {
            case DEPENDENCIES_UNREADY -> next == PENDING_CREATION || next == DEAD;
            case PENDING_CREATION -> next == ALIVE || next == RESTARTING || next == DEAD;
            case ALIVE -> next == RESTARTING || next == DEAD;
            case RESTARTING -> next == ALIVE || next == DEAD;
            case DEAD -> false;
        };
    }
}
