package dev.troupe.head;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/// Actors of one shape that wait for resources.
final class ActorQueue extends Waiter {
    private final Allocator<ActorQueue> placement;
    private final Shape shape;
    private final Set<Actor> actors = new LinkedHashSet<>();
    /// Actors whose holders know why they wait.
    private final Set<Actor> told = new HashSet<>();
    private String why = "";

    ActorQueue(Allocator<ActorQueue> placement, long order, Turn turn, Shape shape) {
        super(order, turn);
        this.placement = placement;
        this.shape = shape;
    }

    Shape shape() {
        return shape;
    }

    Set<Actor> actors() {
        return actors;
    }

    @Override
    int missing() {
        return actors.size();
    }

    @Override
    boolean serve() {
        return placement.serve(this);
    }

    @Override
    Object kind() {
        return shape;
    }

    @Override
    Gate.Key gate() {
        return new Gate.Key(shape.resources(), shape.bundle(), false);
    }

    @Override
    boolean hasRoom() {
        return placement.hasRoom(this);
    }

    @Override
    boolean leasesAreInTheWay() {
        return placement.leasesAreInTheWay(this);
    }

    @Override
    boolean starves() {
        return true;
    }

    @Override
    boolean fitsNowhere() {
        return placement.fitsNowhere(this);
    }

    @Override
    void sayWhy(Outbox out) {
        if (!why.equals(whyItWaits())) {
            why = whyItWaits();
            told.clear();
        }
        told.retainAll(actors);
        boolean lasting = fitsNowhere();
        for (var actor : actors) {
            if (told.add(actor)) {
                actor.holders().forEach(holder -> out.add(new Effect.Waits(holder, actor.key(), why, lasting)));
            }
        }
    }

    @Override
    String what() {
        return "actors with " + shape.resources() + ", first " + actors.iterator().next().spec();
    }

    @Override
    String whyItWaits() {
        return placement.whyItWaits(this);
    }
}
