package dev.troupe.head;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Puts actors into workers and removes them.
final class Placement implements Waiter.Allocator<ActorQueue> {
    private final Outbox out;
    private final Queue queue;
    private final Room room;
    private final Workers workers;
    private final Map<Shape, ActorQueue> queues = new HashMap<>();
    private final Jobs jobs;
    private final boolean fastRestart;
    private final Departures departures = new Departures();

    Placement(Outbox out, Queue queue, Room room, Workers workers, Jobs jobs, HeadSettings settings) {
        this.out = out;
        this.queue = queue;
        this.room = room;
        this.workers = workers;
        this.jobs = jobs;
        this.fastRestart = settings.fastActorRestart();
    }

    void enqueue(Actor actor) {
        var job = jobs.get(actor.spec().job());
        var shape = job.effective(actor.spec().shape());
        var waiting = queues.computeIfAbsent(shape, _ -> new ActorQueue(this, queue.nextOrder(), job.turn(), shape));
        waiting.actors().add(actor);
        actor.waitsIn(waiting);
        queue.changed(waiting);
    }

    void dequeue(Actor actor) {
        var waiting = actor.waitsIn();
        if (waiting != null) {
            waiting.actors().remove(actor);
            actor.waitsIn(null);
            changed(waiting);
        }
    }

    /// Actors that wait for workers with these settings; none while there are such workers, because then the settings work.
    List<Actor> inVain(WorkerSettings settings) {
        if (workers.isReady(settings)) {
            return List.of();
        }
        return queues.values().stream().filter(waiting -> waiting.shape().settings().equals(settings))
                .flatMap(waiting -> waiting.actors().stream()).sorted(Comparator.comparingLong(actor -> actor.key().number())).toList();
    }

    private void changed(ActorQueue waiting) {
        queue.changed(waiting);
        if (waiting.actors().isEmpty()) {
            queues.remove(waiting.shape());
        }
    }

    @Override
    public boolean hasRoom(ActorQueue waiting) {
        return room.has(waiting.shape());
    }

    @Override
    public boolean leasesAreInTheWay(ActorQueue waiting) {
        return room.leasesAreInTheWay(waiting.shape());
    }

    @Override
    public boolean fitsNowhere(ActorQueue waiting) {
        return room.fitsNowhere(waiting.shape());
    }

    @Override
    public String whyItWaits(ActorQueue waiting) {
        return room.whyNot(waiting.shape());
    }

    @Override
    public boolean serve(ActorQueue waiting) {
        var spot = room.find(waiting.shape(), Optional.empty());
        if (spot == null) {
            return false;
        }
        var actor = waiting.actors().iterator().next();
        var hold = spot.pool().take(waiting.shape().resources(), false);
        var worker = workers.obtain(spot.node(), waiting.shape().settings(), hold.gpus());
        workers.serves(worker);
        var instance = new Instance(actor, actor.nextIncarnation(), worker, hold);
        worker.instances().add(instance);
        worker.node().actors(1);
        actor.instance(instance);
        waiting.actors().remove(actor);
        actor.waitsIn(null);
        if (waiting.actors().isEmpty()) {
            queues.remove(waiting.shape());
        }
        if (worker.stage() == Worker.Stage.READY) {
            place(instance);
        }
        return true;
    }

    private void place(Instance instance) {
        instance.place();
        var actor = instance.actor();
        actor.failedStarts().forget();
        out.add(new Effect.Place(instance.worker().key(), actor.spec(), instance.incarnation(), actor.restarts(), instance.hold().gpus()));
    }

    void started(Worker worker) {
        List.copyOf(worker.instances()).forEach(this::place);
    }

    /// Removes the actor from its worker at once. Returns the incarnation that may still run there, or null.
    Instance expel(Actor actor, String why) {
        var instance = actor.instance();
        if (instance == null) {
            return null;
        }
        actor.instance(null);
        var worker = instance.worker();
        boolean told = instance.placed() && (worker.stage() == Worker.Stage.READY || worker.stage() == Worker.Stage.STOPPING);
        if (!told) {
            remove(instance);
            return null;
        }
        instance.hold().block(false); // it is interrupted and no longer waits for objects
        departures.leaves(instance);
        if (worker.shared()) {
            out.add(new Effect.RemoveActor(worker.key(), actor.key(), instance.incarnation(), why, false));
        } else {
            workers.retire(worker, why, true);
        }
        return instance;
    }

    /// Places the actor anew when its last incarnation, if there is one, has left its worker.
    void follow(Actor actor, Instance leaving) {
        if (leaving == null) {
            enqueue(actor);
        } else {
            leaving.await(true);
        }
    }

    /// An actor that was told to leave is interrupted, although some of its code still runs.
    void runsOn(ActorKey actor, int incarnation) {
        var instance = departures.leaving(actor, incarnation);
        if (instance != null) {
            succeed(instance);
        }
    }

    private void succeed(Instance instance) {
        if (instance.awaited()) {
            instance.await(false);
            enqueueIfWaiting(instance.actor());
        }
    }

    private void enqueueIfWaiting(Actor actor) {
        if (actor.state() == ActorState.RESTARTING && actor.instance() == null && actor.waitsIn() == null) {
            enqueue(actor);
        }
    }

    /// The node of this incarnation was lost: the next one waits for the node's fence.
    void lost(Instance instance) {
        boolean awaited = instance.awaited();
        instance.await(false);
        remove(instance);
        if (awaited) {
            awaitFence(instance.worker().node().key(), instance.actor());
        }
    }

    /// Places the actor when nothing runs any more on that lost node.
    void awaitFence(NodeKey node, Actor actor) {
        if (fastRestart) {
            enqueueIfWaiting(actor);
        } else {
            departures.lost(node, actor);
        }
    }

    void fenced(NodeKey node) {
        departures.fenced(node).forEach(this::enqueueIfWaiting);
    }

    /// The worker no longer gets the actors that it was to construct after its start; they are placed elsewhere.
    void withdraw(Worker worker) {
        for (var instance : List.copyOf(worker.instances())) {
            if (!instance.placed()) {
                remove(instance);
                enqueue(instance.actor());
            }
        }
    }

    /// An actor that was told to leave has left.
    void left(ActorKey actor, int incarnation) {
        var instance = departures.leaving(actor, incarnation);
        if (instance != null) {
            removeAndStop(instance, "its actor has exited");
        }
    }

    /// Nothing of the actor is left in its worker; a process of its own is not reused for others.
    void removeAndStop(Instance instance, String why) {
        var worker = instance.worker();
        remove(instance);
        if (!worker.shared()) {
            workers.retire(worker, why, false);
        }
    }

    void remove(Instance instance) {
        if (!instance.worker().instances().remove(instance)) {
            return;
        }
        departures.left(instance);
        if (instance.actor().instance() == instance) {
            instance.actor().instance(null);
        }
        instance.hold().release();
        instance.worker().node().actors(-1);
        workers.release(instance.worker());
        succeed(instance);
    }
}
