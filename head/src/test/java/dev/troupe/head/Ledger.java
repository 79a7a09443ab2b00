package dev.troupe.head;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Keeps its own books from what goes into the head and comes out, and objects to what must not be.
final class Ledger {
    private final Head head;
    private final Map<NodeKey, Resources> nodes = new HashMap<>();
    private final Map<ProcessKey, NodeKey> workers = new HashMap<>();
    private final Map<ProcessKey, NodeKey> drivers = new HashMap<>();
    private final Set<ProcessKey> processes = new HashSet<>();
    private final Map<Object, Taken> taken = new HashMap<>();
    private final Map<ActorKey, Integer> placed = new HashMap<>();
    /// Incarnations whose end was neither witnessed nor follows from a fence.
    private final Map<At, NodeKey> mayRun = new HashMap<>();
    /// Nodes that are suspect or to be drained.
    private final Set<NodeKey> closed = new HashSet<>();
    private final Set<NodeKey> draining = new HashSet<>();
    private final Map<ActorKey, Integer> incarnations = new HashMap<>();
    final Set<String> transitions = new HashSet<>();
    private final Map<ActorKey, ActorState> states = new HashMap<>();
    private final Map<GroupKey, GroupState> groupStates = new HashMap<>();

    private record Taken(NodeKey node, ProcessKey worker, Shape shape, List<Integer> gpus, boolean blocked) {}

    private record At(ActorKey actor, int incarnation) {}

    Ledger(Head head) {
        this.head = head;
    }

    Set<ProcessKey> processes() {
        return processes;
    }

    /// Before the head hears of it.
    void heard(Fact fact) {
        switch (fact) {
            case Fact.NodeJoined joined -> {
                nodes.put(joined.node(), joined.total());
                joined.embeddedWorker().ifPresent(worker -> workers.put(worker, joined.node()));
            }
            case Fact.NodeSuspected(var node) -> closed.add(node);
            case Fact.NodeTrusted(var node) when !draining.contains(node) -> closed.remove(node);
            case Fact.DrainNode(var node, _) -> {
                closed.add(node);
                draining.add(node);
            }
            case Fact.NodeLost(var node, _) -> lost(node);
            case Fact.NodeFenced(var node, _) -> {
                lost(node);
                mayRun.values().removeIf(node::equals);
            }
            case Fact.JobStarted start -> {
                processes.add(start.driver());
                start.node().ifPresent(node -> drivers.put(start.driver(), node));
            }
            case Fact.ProcessLost(var process, _, _) -> ended(process);
            case Fact.WorkerFailed(var process, _, _) -> ended(process);
            case Fact.WorkerStarted(var process) -> {
                if (workers.containsKey(process)) {
                    processes.add(process);
                }
            }
            case Fact.Return(var lease) -> taken.remove(lease);
            // What goes on after it was blocked takes its CPU again without asking: that may be more than there is.
            case Fact.Blocked(var lease) -> taken.computeIfPresent(lease, (_, t) -> new Taken(t.node, t.worker, t.shape, t.gpus, true));
            case Fact.ActorExited(var actor, var incarnation, _) -> left(actor, incarnation);
            case Fact.ActorFailed(var actor, var incarnation, _, _) -> left(actor, incarnation);
            default -> {
            }
        }
    }

    private void lost(NodeKey node) {
        nodes.remove(node);
        workers.entrySet().stream().filter(e -> e.getValue().equals(node)).map(Map.Entry::getKey).toList().forEach(this::gone);
        drivers.entrySet().stream().filter(e -> e.getValue().equals(node)).map(Map.Entry::getKey).toList().forEach(this::gone);
    }

    private void ended(ProcessKey process) {
        taken.forEach((key, what) -> {
            if (what.worker.equals(process) && key instanceof At at) {
                mayRun.remove(at);
            }
        });
        gone(process);
    }

    private void left(ActorKey actor, int incarnation) {
        mayRun.remove(new At(actor, incarnation));
        taken.remove(new At(actor, incarnation));
        placed.remove(actor, incarnation);
    }

    private void gone(ProcessKey process) {
        processes.remove(process);
        workers.remove(process);
        taken.entrySet().removeIf(e -> {
            boolean there = e.getValue().worker.equals(process);
            if (there && e.getKey() instanceof At at) {
                placed.remove(at.actor, at.incarnation);
            }
            return there;
        });
    }

    void said(Effect effect) {
        switch (effect) {
            case Effect.StartWorker(var node, var process, _, _, _) -> {
                assertTrue(nodes.containsKey(node) && !closed.contains(node), "a worker on a node that is not alive");
                assertNull(workers.put(process, node), "a process number used twice");
            }
            case Effect.StopWorker(_, var process, _, _) -> {
                assertTrue(workers.containsKey(process), "stops what is gone");
                taken.forEach((key, what) -> {
                    if (what.worker.equals(process) && key instanceof At at) {
                        placed.remove(at.actor, at.incarnation);
                    }
                });
            }
            case Effect.Granted(var to, var lease, var shape, var worker, var node, var gpus, _) -> {
                assertTrue(processes.contains(to), "a lease for a process that is gone");
                take(lease, new Taken(node, worker, shape, gpus, false));
            }
            case Effect.LeaseLost(_, var lease, _, _, _) -> assertNotNull(lease);
            case Effect.Place(var worker, var spec, var incarnation, _, var gpus) -> {
                assertNull(placed.put(spec.key(), incarnation), () -> spec + " in two places");
                assertTrue(incarnations.getOrDefault(spec.key(), 0) < incarnation, "an incarnation twice");
                incarnations.put(spec.key(), incarnation);
                mayRun.keySet().forEach(at -> assertNotEquals(spec.key(), at.actor, "the last incarnation may still run"));
                mayRun.put(new At(spec.key(), incarnation), workers.get(worker));
                take(new At(spec.key(), incarnation), new Taken(workers.get(worker), worker, spec.shape(), gpus, false));
            }
            case Effect.RemoveActor(var worker, var actor, var incarnation, _, var graceful) -> {
                assertTrue(processes.contains(worker), "removes an actor from what is gone");
                if (!graceful) {
                    placed.remove(actor, incarnation);
                }
            }
            case Effect.ActorChanged changed -> note(changed);
            case Effect.GroupChanged(_, var group, var state, _) -> {
                var before = groupStates.put(group, state);
                if (before != null && before != state) {
                    transitions.add(before + "→" + state);
                }
            }
            case Effect.Revoke(var worker, _, _, _) -> assertTrue(processes.contains(worker));
            case Effect.Recall(var to, _) -> assertTrue(processes.contains(to));
            case Effect.Drained(var node) -> {
                assertTrue(draining.contains(node) && nodes.containsKey(node), () -> node + " was not to be drained");
                taken.values().forEach(what -> assertNotEquals(node, what.node, "something still runs on it"));
            }
            case Effect.Wanted(var to, _, _) -> assertTrue(processes.contains(to));
            case Effect.Waits(var to, _, _, _) -> assertTrue(processes.contains(to));
            case Effect.Refused(var to, var request, var reason, _) -> {
                assertTrue(processes.contains(to));
                if (request instanceof Fact.CreateActor(var spec, _) && reason.contains("exists")) {
                    assertTrue(
                            head.actorNamed(spec.namespace(), spec.name()).filter(taken -> taken.state() != ActorState.DEAD).isPresent());
                }
            }
        }
    }

    private void note(Effect.ActorChanged changed) {
        var before = states.put(changed.actor(), changed.state());
        if (before != null && before != changed.state()) {
            transitions.add(before + "→" + changed.state());
        }
    }

    private void take(Object key, Taken what) {
        assertTrue(nodes.containsKey(what.node) && !closed.contains(what.node), "room on a node that is not alive");
        assertEquals(what.node, workers.get(what.worker), "room in a worker that is gone");
        assertTrue(processes.contains(what.worker), "room in a worker that is not ready");
        assertNull(taken.put(key, what));
        checkRoom(what.node);
    }

    private void checkRoom(NodeKey node) {
        var used = Resources.NONE;
        var inGroups = new HashMap<GroupKey, Resources>();
        var devices = new HashMap<Integer, Long>();
        for (var t : taken.values()) {
            if (!t.node.equals(node)) {
                continue;
            }
            var amounts = t.blocked ? t.shape.resources().minus(t.shape.resources().only(Resources.CPU)) : t.shape.resources();
            var group = t.shape.bundle().flatMap(bundle -> head.group(bundle.group())).filter(g -> g.state() != GroupState.REMOVED);
            if (group.isPresent()) {
                inGroups.merge(group.get().spec().key(), amounts, Resources::plus);
            } else {
                used = used.plus(amounts);
            }
            long each = Math.min(amounts.amount(Resources.GPU), Resources.UNIT);
            t.gpus.forEach(device -> devices.merge(device, each, Long::sum));
        }
        for (var group : head.groups()) {
            var reserved = Resources.NONE;
            for (int i = 0; i < group.places().size(); i++) {
                if (group.places().get(i).filter(node::equals).isPresent()) {
                    reserved = reserved.plus(group.spec().bundles().get(i));
                }
            }
            var inside = inGroups.getOrDefault(group.spec().key(), Resources.NONE);
            assertTrue(inside.fitsIn(reserved), () -> group + " holds " + inside + " on " + node);
            used = used.plus(reserved);
        }
        var all = used;
        assertTrue(all.fitsIn(nodes.get(node)), () -> node + " has " + nodes.get(node) + " and gave " + all);
        devices.forEach(
                (device, amount) -> assertTrue(amount <= Resources.UNIT, () -> "GPU " + device + " of " + node + " is given " + amount));
    }

    /// What must hold after every event.
    void check() {
        var names = new HashSet<Name>();
        for (var actor : head.actors()) {
            boolean dead = actor.state() == ActorState.DEAD;
            if (!dead && !actor.spec().name().isEmpty()) {
                assertTrue(names.add(new Name(actor.spec().namespace(), actor.spec().name())), () -> "a name twice: " + actor);
            }
            if (actor.state() == ActorState.ALIVE) {
                assertTrue(mayRun.containsKey(new At(actor.spec().key(), actor.incarnation())), () -> "alive, but nowhere: " + actor);
            }
            if (dead) {
                assertFalse(placed.containsKey(actor.spec().key()), () -> "dead, yet somewhere: " + actor);
            }
            actor.node().ifPresent(node -> assertTrue(nodes.containsKey(node), () -> "an actor on a lost node: " + actor));
        }
        head.workers().forEach(worker -> assertTrue(nodes.containsKey(worker.node()), "a worker on a lost node"));
    }

    /// What must hold when everything has ended.
    void checkNothingIsLeft() {
        assertEquals(Map.of(), taken);
        assertEquals(Map.of(), placed);
        var view = head.view();
        assertEquals(List.of(), view.waiting());
        for (var node : view.nodes()) {
            assertEquals(node.total(), node.available(), node.node() + " has lost room");
        }
        view.workers().forEach(worker -> assertEquals(0, worker.leases() + worker.actors(), worker::toString));
    }

    /// What must hold when all drivers have ended, too.
    void checkNobodyIsLeft() {
        var view = head.view();
        assertEquals(List.of(), view.jobs());
        assertEquals(List.of(), view.workers());
        view.actors().forEach(actor -> assertEquals(ActorState.DEAD, actor.state()));
        view.groups().forEach(group -> assertEquals(GroupState.REMOVED, group.state()));
    }
}
