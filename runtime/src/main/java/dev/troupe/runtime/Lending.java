package dev.troupe.runtime;

import dev.troupe.head.ActorKey;
import dev.troupe.head.Fact;

/// Lends the processors an actor holds while all that runs of it waits for objects.
final class Lending implements Context.Idling {
    private final Office office;
    private final ActorKey actor;
    private final int incarnation;
    private int running;
    private int waiting;
    private boolean lent;

    Lending(Office office, ActorKey actor, int incarnation) {
        this.office = office;
        this.actor = actor;
        this.incarnation = incarnation;
    }

    synchronized void begin() {
        running++;
        look();
    }

    synchronized void done() {
        running--;
        look();
    }

    @Override
    public synchronized void waits(boolean waits) {
        waiting += waits ? 1 : -1;
        look();
    }

    private void look() {
        boolean lends = running > 0 && waiting == running;
        if (lends != lent) {
            lent = lends;
            office.tell(lends ? new Fact.ActorBlocked(actor, incarnation) : new Fact.ActorUnblocked(actor, incarnation));
        }
    }
}
