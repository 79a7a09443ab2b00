package dev.troupe.head;

/// Gives one kind of [Waiter] what it waits for, or says why it cannot.
interface Allocator<W> {
    /// Tries to give it one of what it wants; false when there is no room.
    boolean serve(W waiter);

    /// Whether there would be room if others gave their leases back.
    boolean leasesAreInTheWay(W waiter);

    /// Whether it would not fit even if everything else went away.
    boolean fitsNowhere(W waiter);

    String whyItWaits(W waiter);
}
