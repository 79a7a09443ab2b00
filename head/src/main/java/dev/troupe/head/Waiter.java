package dev.troupe.head;

/// Work that waits for resources: a submitter's claim, actors of one shape, or a placement group.
abstract sealed class Waiter permits Claim, ActorQueue, Group {
    /// When it was last served, as a sequence number; the one that waits longest comes first.
    private long served;
    private final long order;
    private final Turn turn;
    /// When it was first seen to wait without success since then; negative if it was not.
    private long starvesSince = -1;
    private String told = "";

    /// When something of a job was last served.
    static final class Turn {
        private long served;

        long served() {
            return served;
        }
    }

    /// Allocates what one kind of waiter waits for, or explains why it cannot.
    interface Allocator<W> {
        /// Tries to allocate one unit; returns false if there are no free resources.
        boolean serve(W waiter);

        /// Whether there are free resources, so that it waits for something else, such as the start of a worker.
        boolean hasRoom(W waiter);

        /// Whether there would be enough resources if others returned their leases.
        boolean leasesAreInTheWay(W waiter);

        /// Whether it would not fit even into an empty cluster.
        boolean fitsNowhere(W waiter);

        String whyItWaits(W waiter);
    }

    /// @param turn of its job
    Waiter(long order, Turn turn) {
        this.order = order;
        this.turn = turn;
    }

    Turn turn() {
        return turn;
    }

    long served() {
        return served;
    }

    void servedAt(long when) {
        served = when;
        turn.served = when;
        starvesSince = -1;
        told = "";
    }

    /// How long it has waited without having anything.
    long starvesFor(long now) {
        if (!starves()) {
            starvesSince = -1;
        } else if (starvesSince < 0) {
            starvesSince = now;
        }
        return starvesSince < 0 ? 0 : now - starvesSince;
    }

    /// Whether this reason is new for those that wait.
    boolean news(String why) {
        boolean news = !why.equals(told);
        told = why;
        return news;
    }

    long order() {
        return order;
    }

    /// How many units it still wants.
    abstract int missing();

    /// Tries to allocate one unit; returns false if there are no free resources.
    abstract boolean serve();

    /// If one waiter of a kind finds no resources, the others of that kind find none. All of a kind belong to one job.
    abstract Object kind();

    /// What must at least be free for it.
    abstract Gate.Key gate();

    abstract boolean hasRoom();

    /// Whether there would be enough resources if others returned their leases.
    abstract boolean leasesAreInTheWay();

    /// Whether it waits and has none of what it wants, so that its work cannot continue.
    abstract boolean starves();

    /// Whether it waits for more than the end of other work.
    abstract boolean fitsNowhere();

    /// Reports to the owners of the work why it waits, unless they know.
    abstract void sayWhy(Outbox out);

    abstract String what();

    abstract String whyItWaits();
}
