package dev.troupe.hosting;

import dev.troupe.cluster.Facts;
import dev.troupe.head.ActorKey;
import dev.troupe.head.Fact;
import dev.troupe.objects.TaskContext;

/// Releases the CPUs of an actor while all its running code waits for objects.
final class Lending implements TaskContext.Idling {
    private final Facts head;
    private final ActorKey actor;
    private final int incarnation;
    private int running;
    private int waiting;
    private boolean lent;

    Lending(Facts head, ActorKey actor, int incarnation) {
        this.head = head;
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
            head.tell(lends ? new Fact.ActorBlocked(actor, incarnation) : new Fact.ActorUnblocked(actor, incarnation));
        }
    }
}
