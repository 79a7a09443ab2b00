package dev.troupe.head;

/// The state of an actor.
public enum ActorState {
    /// Its constructor's arguments are still being computed.
    DEPENDENCIES_UNREADY,
    /// It waits for resources, for its worker or for its constructor.
    PENDING_CREATION,
    ALIVE,
    /// It lost its worker or was killed, and restarts with a new incarnation.
    RESTARTING,
    /// It is dead for good.
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
