package dev.troupe.head;

/// Somebody who wants room: a submitter's claim, actors of one shape, a placement group.
abstract sealed class Waiter permits Claim, ActorQueue, Group {
    /// When it was served last, as a number in a row; who waits longest comes first.
    private long served;
    private final long order;

    Waiter(long order) {
        this.order = order;
    }

    long served() {
        return served;
    }

    void servedAt(long when) {
        served = when;
    }

    long order() {
        return order;
    }

    /// How much it still wants.
    abstract int missing();

    /// Tries to give it one of what it wants; false when there is no room.
    abstract boolean serve();

    /// Where one of a kind finds no room, the others find none.
    abstract Object kind();

    /// Whether there would be room if others gave their leases back.
    abstract boolean leasesAreInTheWay();

    abstract String what();

    abstract String whyItWaits();
}
