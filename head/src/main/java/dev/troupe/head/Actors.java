package dev.troupe.head;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Actors from their creation to their death: restarts, names, owners, handles.
final class Actors {
    /// At most this many actors get processes of their own after their worker died, to limit the number of processes.
    private static final int MOST_SUSPECTS = 16;
    /// Explains the death of actors that only shared the process.
    private static final String SHARED_FATE = "\n    The actor was not the cause: it shared that process with other work of its job."
            + " Use setMaxRestarts to have it restarted; give it JVM options, or set troupe.isolation=process, to run it in its own process";
    /// The entry of one call on a worker's board: its number and the actor's.
    private static final int ONE_CALL = 2;

    private final Outbox out;
    private final Placement placement;
    private final Groups groups;
    private final Jobs jobs;
    private final int remembered;
    private final int startAttempts;
    private final Consumer<Actor> whenDead;
    private final Map<ActorKey, Actor> actors = new LinkedHashMap<>();
    private final Map<Name, Actor> names = new HashMap<>();
    /// Live actors that die with a process.
    private final Map<ProcessKey, Set<Actor>> owned = new HashMap<>();
    /// Actors whose arguments are not ready, by the process that creates them.
    private final Map<ProcessKey, Set<Actor>> unready = new HashMap<>();
    private final Map<ProcessKey, Set<Actor>> held = new HashMap<>();
    private final Deque<ActorKey> dead = new ArrayDeque<>();
    private final EarlyHandles early;

    /// @param whenDead is notified of each actor that has just died
    Actors(Outbox out, Placement placement, Groups groups, Jobs jobs, HeadSettings settings, Consumer<Actor> whenDead) {
        this.out = out;
        this.placement = placement;
        this.groups = groups;
        this.jobs = jobs;
        this.remembered = settings.remembered();
        this.startAttempts = settings.startAttempts();
        this.whenDead = whenDead;
        this.early = new EarlyHandles(settings.patience().toNanos());
    }

    void tick(long now) {
        for (var unknown : early.tick(now)) {
            out.add(new Effect.ActorChanged(List.of(unknown.process()), unknown.actor(), ActorState.DEAD, Optional.empty(),
                    Optional.empty(), 0, 0,
                    unknown.actor() + " is not known: it died long ago or was never created", false, new byte[0]));
        }
    }

    Actor get(ActorKey key) {
        return actors.get(key);
    }

    Actor named(Name name) {
        return names.get(name);
    }

    private Actor live(ActorKey key) {
        var actor = actors.get(key);
        return actor == null || actor.state() == ActorState.DEAD ? null : actor;
    }

    /// Why this actor cannot be created; empty if it can.
    String problem(ActorSpec spec) {
        if (actors.containsKey(spec.key())) {
            return "The number of " + spec.key() + " is already in use: choose another";
        }
        if (!spec.name().isEmpty() && names.containsKey(name(spec))) {
            return spec.namespace().equals(jobs.get(spec.job()).namespace()) ? "Actor of name " + spec.name() + " exists"
                    : "Actor with name '" + spec.name() + "' already exists in the namespace " + spec.namespace();
        }
        if (!spec.detached() && spec.owner().actor().isPresent() && live(spec.owner().actor().get()) == null) {
            return "Its owner, " + spec.owner().actor().get() + ", is dead";
        }
        return spec.bundle().map(groups::problem).orElse("");
    }

    /// A detached actor outlives its creator, and therefore does not share a process with others, unless all work runs in the driver's process.
    void create(ActorSpec said, boolean argumentsReady) {
        var spec = said.detached() && !jobs.get(said.job()).embedded() ? said.alone() : said;
        var parent = spec.detached() ? null : spec.owner().actor().map(actors::get).orElse(null);
        var actor = new Actor(spec, parent, argumentsReady ? ActorState.PENDING_CREATION : ActorState.DEPENDENCIES_UNREADY);
        actors.put(spec.key(), actor);
        jobs.get(spec.job()).actors().add(actor);
        if (!spec.name().isEmpty()) {
            names.put(name(spec), actor);
        }
        if (parent != null) {
            parent.children().add(actor);
        } else if (!spec.detached()) {
            owned.computeIfAbsent(spec.owner().process(), _ -> new LinkedHashSet<>()).add(actor);
        }
        spec.bundle().ifPresent(bundle -> groups.get(bundle.group()).actors().add(actor));
        hold(spec.owner().process(), actor);
        early.take(spec.key()).forEach(process -> hold(process, actor));
        tell(actor);
        if (argumentsReady) {
            placement.enqueue(actor);
        } else {
            unready.computeIfAbsent(spec.owner().process(), _ -> new LinkedHashSet<>()).add(actor);
        }
    }

    private static Name name(ActorSpec spec) {
        return new Name(spec.namespace(), spec.name());
    }

    private void tell(Actor actor) {
        if (!actor.holders().isEmpty()) {
            out.add(actor.news(List.copyOf(actor.holders())));
        }
    }

    void argumentsReady(ActorKey key) {
        var actor = live(key);
        if (actor != null && actor.state() == ActorState.DEPENDENCIES_UNREADY) {
            remove(unready, actor.spec().owner().process(), actor);
            actor.become(ActorState.PENDING_CREATION, "");
            tell(actor);
            placement.enqueue(actor);
        }
    }

    void ready(ActorKey key, int incarnation) {
        var actor = live(key);
        if (actor != null && actor.is(incarnation) && actor.state() != ActorState.ALIVE) {
            actor.become(ActorState.ALIVE, "");
            tell(actor);
            if (actor.leaving()) {
                leave(actor);
            }
        }
    }

    void failed(ActorKey key, int incarnation, String why, byte[] failure) {
        var actor = live(key);
        if (actor != null && actor.is(incarnation)) {
            placement.removeAndStop(actor.instance(), "its actor's constructor threw");
            end(actor, why, failure);
        } else {
            placement.left(key, incarnation);
        }
    }

    void exited(ActorKey key, int incarnation, String why) {
        var actor = live(key);
        if (actor != null && actor.is(incarnation)) {
            placement.removeAndStop(actor.instance(), "its actor has exited");
            end(actor, why);
        } else {
            placement.left(key, incarnation);
        }
    }

    void runsOn(ActorKey key, int incarnation, String why) {
        var actor = live(key);
        if (actor != null && actor.is(incarnation)) {
            end(actor, why);
        } else {
            placement.runsOn(key, incarnation);
        }
    }

    void blocked(ActorKey key, int incarnation, boolean blocked) {
        var actor = live(key);
        if (actor != null && actor.is(incarnation)) {
            actor.instance().hold().block(blocked);
        }
    }

    void kill(ActorKey key, boolean noRestart, String why) {
        var actor = live(key);
        if (actor == null) {
            return;
        }
        boolean started = actor.instance() != null && actor.instance().placed();
        if (noRestart || !actor.mayRestart(true)) {
            end(actor, why);
        } else if (started) {
            var leaving = placement.expel(actor, why);
            restart(actor, why, true);
            placement.follow(actor, leaving);
        }
    }

    void unreferenced(ActorKey key) {
        var actor = live(key);
        if (actor == null || actor.spec().detached() || actor.leaving()) {
            return;
        }
        actor.leave();
        if (actor.instance() == null) {
            end(actor, "no handle to it is left");
        } else if (actor.state() == ActorState.ALIVE) {
            leave(actor);
        }
    }

    private void leave(Actor actor) {
        var instance = actor.instance();
        out.add(new Effect.RemoveActor(instance.worker().key(), actor.key(), instance.incarnation(), "no handle to it is left",
                true));
    }

    void held(ProcessKey process, ActorKey key) {
        var actor = actors.get(key);
        if (actor == null) {
            early.hold(process, key);
            return;
        }
        if (actor.state() != ActorState.DEAD) {
            hold(process, actor);
        }
        out.add(actor.news(List.of(process)));
    }

    private void hold(ProcessKey process, Actor actor) {
        actor.holders().add(process);
        held.computeIfAbsent(process, _ -> new LinkedHashSet<>()).add(actor);
    }

    void released(ProcessKey process, ActorKey key) {
        early.release(process, key);
        var actor = live(key);
        if (actor != null && actor.holders().remove(process)) {
            remove(held, process, actor);
            if (actor.holders().isEmpty()) {
                unreferenced(key);
            }
        }
    }

    private static void remove(Map<ProcessKey, Set<Actor>> index, ProcessKey process, Actor actor) {
        index.computeIfPresent(process, (_, set) -> set.remove(actor) && set.isEmpty() ? null : set);
    }

    /// Whether live actors die with this process.
    boolean owns(ProcessKey process) {
        return owned.containsKey(process);
    }

    /// A process has ended, and with it its handles. Returns the actors to which no handle is left.
    List<Actor> dropHandles(ProcessKey process) {
        early.drop(process);
        var dropped = List.copyOf(held.getOrDefault(process, Set.of()));
        held.remove(process);
        dropped.forEach(actor -> actor.holders().remove(process));
        return dropped.stream().filter(actor -> actor.holders().isEmpty()).toList();
    }

    void ownerLost(ProcessKey process, String why) {
        for (var actor : List.copyOf(owned.getOrDefault(process, Set.of()))) {
            end(actor, "its owner, " + process + ", is gone: " + why);
        }
        for (var actor : List.copyOf(unready.getOrDefault(process, Set.of()))) {
            end(actor, "its creator, " + process + ", ended before the arguments of the constructor were ready: " + why);
        }
    }

    /// The worker with these actors has died. Actors that were running something may be the cause, so they restart in processes of their own. The
    /// restart counts for an actor that ran alone, and for all if nothing ran; the others are not the cause and restart for free.
    void lost(List<Instance> instances, String why, Set<Long> ran) {
        boolean fewRan = instances.stream().filter(instance -> ran.contains(instance.actor().key().number())).count() <= MOST_SUSPECTS;
        for (var instance : instances) {
            var actor = instance.actor();
            boolean current = actor.instance() == instance;
            boolean suspect = ran.contains(actor.key().number());
            boolean pays = !instance.worker().node().draining()
                    && (!instance.worker().shared() || ran.isEmpty() || (suspect && (!fewRan || ran.size() <= ONE_CALL)));
            placement.remove(instance);
            if (current && !instance.placed() && !actor.leaving()) {
                placement.enqueue(actor);
            } else if (current && actor.mayRestart(pays)) {
                if (suspect && fewRan) {
                    actor.alone();
                }
                restart(actor, why, pays);
                placement.enqueue(actor);
            } else if (current) {
                boolean bystander = instance.worker().shared() && !suspect && !ran.isEmpty();
                end(actor, bystander ? why + SHARED_FATE : why);
            }
        }
    }

    /// The node with these actors was lost. Those that may restart do so when nothing runs there any more.
    void nodeLost(NodeKey node, List<Instance> instances, String why) {
        for (var instance : instances) {
            var actor = instance.actor();
            boolean current = actor.instance() == instance;
            placement.lost(instance);
            if (current && !instance.placed() && !actor.leaving()) {
                placement.enqueue(actor);
            } else if (current && actor.mayRestart(true)) {
                restart(actor, why, true);
                placement.awaitFence(node, actor);
            } else if (current) {
                end(actor, why);
            }
        }
    }

    /// Their worker could not be started. If the environment cannot be set up for one actor, it cannot be set up for those that wait for the same
    /// one: they end together instead of one after another.
    ///
    /// @param pause the number of the following pause
    void notStarted(Worker worker, List<Instance> instances, String why, StartFailure cause, long pause) {
        boolean hopeless = false;
        for (var instance : instances) {
            var actor = instance.actor();
            placement.remove(instance);
            boolean tooMany = actor.failedStarts().tooMany(cause, pause, startAttempts);
            hopeless |= tooMany;
            if (actor.leaving() || tooMany) {
                endUnstarted(actor, why, cause);
            } else {
                placement.enqueue(actor);
            }
        }
        if (hopeless && cause.ofEnvironment()) {
            placement.inVain(worker.settings()).forEach(actor -> endUnstarted(actor, why, cause));
        }
    }

    private void endUnstarted(Actor actor, String why, StartFailure cause) {
        if (cause.ofEnvironment() && actor.state() != ActorState.DEAD) {
            actor.environmentFailed();
        }
        end(actor, why);
    }

    private void restart(Actor actor, String why, boolean pays) {
        for (var child : List.copyOf(actor.children())) {
            end(child, "its owner, " + actor.spec() + ", was restarted");
        }
        actor.restart(pays);
        if (actor.state() != ActorState.RESTARTING) {
            actor.become(ActorState.RESTARTING, why);
        }
        tell(actor);
    }

    void end(Actor actor, String why) {
        end(actor, why, new byte[0]);
    }

    private void end(Actor first, String why, byte[] failure) {
        bury(first, why, failure);
        var families = new ArrayDeque<Actor>(List.of(first));
        while (!families.isEmpty()) {
            var parent = families.remove();
            for (var child : List.copyOf(parent.children())) {
                bury(child, "its owner, " + parent.spec() + ", died", new byte[0]);
                families.add(child);
            }
        }
    }

    private void bury(Actor actor, String why, byte[] failure) {
        if (actor.state() == ActorState.DEAD) {
            return;
        }
        placement.dequeue(actor);
        remove(unready, actor.spec().owner().process(), actor);
        var _ = placement.expel(actor, why);
        actor.become(ActorState.DEAD, why);
        var spec = actor.spec();
        var hear = new LinkedHashSet<>(actor.holders());
        hear.forEach(process -> remove(held, process, actor));
        hear.add(spec.owner().process()); // it keeps the constructor's arguments until now, even without a handle
        actor.die(failure);
        out.add(actor.news(List.copyOf(hear)));
        names.remove(name(spec), actor);
        jobs.remove(actor);
        if (actor.parent() != null) {
            actor.parent().children().remove(actor);
        } else {
            remove(owned, spec.owner().process(), actor);
        }
        spec.bundle().map(bundle -> groups.get(bundle.group())).ifPresent(group -> group.actors().remove(actor));
        dead.add(spec.key());
        if (dead.size() > remembered) {
            actors.remove(dead.remove());
        }
        whenDead.accept(actor);
    }

    /// Ends everything of the job except detached actors and what these own.
    void jobEnded(Job job, String why) {
        for (var actor : List.copyOf(job.actors())) {
            if (!survives(actor)) {
                end(actor, why);
            }
        }
    }

    /// Whether it, or the actor to which it ultimately belongs, is detached.
    static boolean survives(Actor actor) {
        var root = actor;
        while (root.parent() != null) {
            root = root.parent();
        }
        return root.spec().detached();
    }

    List<Cluster.ActorView> view() {
        return actors.values().stream().map(actor -> actor.view(actor.spec().withoutCreation())).toList();
    }
}
