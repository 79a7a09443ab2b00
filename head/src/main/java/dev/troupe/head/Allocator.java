package dev.troupe.head;

/// Allocates what one kind of [Waiter] waits for, or explains why it cannot.
interface Allocator<W> {
    /// Tries to allocate one unit; returns false if there are no free resources.
    boolean serve(W waiter);

    /// Whether there would be enough resources if others returned their leases.
    boolean leasesAreInTheWay(W waiter);

    /// Whether it would not fit even into an empty cluster.
    boolean fitsNowhere(W waiter);

    String whyItWaits(W waiter);
}
