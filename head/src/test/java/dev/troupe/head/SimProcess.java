package dev.troupe.head;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A driver or worker of the simulation: submits tasks, runs tasks, holds actors.
final class SimProcess {
    final Simulation world;
    final ProcessKey key;
    final JobKey job;
    final NodeKey node;
    boolean alive = true;
    /// As a submitter.
    private final Map<Shape, Deque<SimTask>> queued = new LinkedHashMap<>();
    private final Map<LeaseKey, Shape> leases = new LinkedHashMap<>();
    private final Map<LeaseKey, ProcessKey> workers = new HashMap<>();
    private final Map<LeaseKey, SimTask> current = new LinkedHashMap<>();
    private final Map<Shape, Integer> said = new HashMap<>();
    private final Set<Shape> othersWait = new HashSet<>();
    private final Set<LeaseKey> recalled = new HashSet<>();
    /// As a worker.
    final Map<LeaseKey, SimRun> runs = new LinkedHashMap<>();
    final Map<ActorKey, Integer> actors = new LinkedHashMap<>();
    final Set<ActorKey> constructing = new HashSet<>();

    SimProcess(Simulation world, ProcessKey key, JobKey job, NodeKey node) {
        this.world = world;
        this.key = key;
        this.job = job;
        this.node = node;
    }

    /// Nothing that comes from a lost node is believed.
    void tell(Fact fact) {
        world.wires.send(key, "head", () -> {
            if (!cutOff()) {
                world.happens(fact);
            }
        });
    }

    private boolean cutOff() {
        return node != null && world.isLost(node);
    }

    void submit(SimTask task) {
        queued.computeIfAbsent(task.shape, _ -> new ArrayDeque<>()).add(task);
        work(task.shape);
    }

    /// Puts tasks onto leases, says what it wants, gives idle leases back when others wait.
    private void work(Shape shape) {
        var tasks = queued.getOrDefault(shape, new ArrayDeque<>());
        var mine = leases.entrySet().stream().filter(e -> e.getValue().equals(shape)).map(Map.Entry::getKey).toList();
        for (var lease : mine) {
            if (!tasks.isEmpty() && !current.containsKey(lease) && !recalled.contains(lease)) {
                push(lease, tasks.remove());
            }
        }
        var idle = mine.stream().filter(lease -> !current.containsKey(lease)).toList();
        int wanted = tasks.size() + mine.size() - idle.size();
        if (said.getOrDefault(shape, 0) != wanted) {
            said.put(shape, wanted);
            tell(new Fact.Demand(key, shape, wanted, world.random.nextInt(4) == 0 ? Optional.of(new NodeKey(1)) : Optional.empty()));
        }
        idle.stream().filter(recalled::contains).forEach(this::giveBack);
        idle = idle.stream().filter(lease -> !recalled.contains(lease)).toList();
        if (othersWait.contains(shape) || world.ending || world.random.nextInt(4) == 0) {
            idle.forEach(this::giveBack);
        }
    }

    private void giveBack(LeaseKey lease) {
        leases.remove(lease);
        recalled.remove(lease);
        workers.remove(lease);
        tell(new Fact.Return(lease));
    }

    private void push(LeaseKey lease, SimTask task) {
        current.put(lease, task);
        int attempt = ++task.attempts;
        var worker = workers.get(lease);
        world.wires.send(key, worker, () -> world.process(worker).ifPresent(there -> there.run(new SimRun(task, lease, attempt))));
    }

    void returnIdle() {
        List.copyOf(new HashSet<>(leases.values())).forEach(this::work);
    }

    private void run(SimRun run) {
        if (alive) {
            assertNull(runs.put(run.lease, run), "two tasks under one lease");
        }
    }

    /// A task in this worker makes children and waits for them.
    void spawn(SimRun run, int children, Shape shape) {
        run.blocked = true;
        run.children = children;
        tell(new Fact.Blocked(run.lease));
        for (int i = 0; i < children; i++) {
            submit(world.newTask(this, shape, run));
        }
    }

    private void cancel(LeaseKey lease, SimProcess submitter) {
        runs.remove(lease);
        world.wires.send(key, submitter.key, () -> submitter.returned(lease));
    }

    private void returned(LeaseKey lease) {
        if (alive) {
            tell(new Fact.Return(lease));
        }
    }

    void finish(SimRun run) {
        runs.remove(run.lease);
        var submitter = run.task.submitter;
        world.wires.send(key, submitter.key, () -> submitter.ended(run));
    }

    private void ended(SimRun run) {
        if (alive && current.get(run.lease) == run.task && run.task.attempts == run.attempt) {
            current.remove(run.lease);
            end(run.task);
            work(run.task.shape);
        }
    }

    private void end(SimTask task) {
        assertEquals(1, ++task.ended, "task " + task.number + " ended twice");
        var parent = task.waitsForIt;
        if (parent != null && runs.get(parent.lease) == parent && --parent.children == 0) {
            parent.blocked = false;
            tell(new Fact.Unblocked(parent.lease));
        }
    }

    void receive(Effect effect) {
        if (!alive) {
            return;
        }
        switch (effect) {
            case Effect.Granted granted -> {
                assertNull(leases.put(granted.lease(), granted.shape()));
                workers.put(granted.lease(), granted.worker());
                wait(granted.shape(), granted.othersWait());
            }
            case Effect.Recall recall -> {
                var shape = leases.get(recall.lease());
                if (shape != null) {
                    recalled.add(recall.lease());
                    work(shape);
                }
            }
            case Effect.Wanted wanted -> wait(wanted.shape(), wanted.othersWait());
            case Effect.LeaseLost lost -> {
                var shape = leases.remove(lost.lease());
                var worker = workers.remove(lost.lease());
                var task = current.remove(lost.lease());
                if (shape != null && !lost.died()) {
                    world.wires.send(key, worker, () -> world.process(worker).ifPresent(there -> there.cancel(lost.lease(), this)));
                }
                if (task != null) {
                    queued.computeIfAbsent(task.shape, _ -> new ArrayDeque<>()).addFirst(task);
                }
                if (shape != null) {
                    work(shape);
                }
            }
            case Effect.Refused(_, Fact.Demand demand, _, _) -> {
                said.put(demand.shape(), -1);
                var refused = new ArrayList<>(queued.getOrDefault(demand.shape(), new ArrayDeque<>()));
                queued.remove(demand.shape());
                refused.forEach(this::end);
                work(demand.shape());
            }
            case Effect.Revoke revoke -> {
                runs.remove(revoke.lease());
                tell(new Fact.Return(revoke.lease()));
            }
            case Effect.Place place -> {
                world.assertRunsNowhere(place.spec().key());
                assertNull(actors.put(place.spec().key(), place.incarnation()), "an actor twice in a process");
                constructing.add(place.spec().key());
            }
            case Effect.RemoveActor remove -> {
                if (actors.remove(remove.actor(), remove.incarnation())) {
                    constructing.remove(remove.actor());
                    tell(new Fact.ActorExited(remove.actor(), remove.incarnation(), "removed"));
                }
            }
            case Effect.ActorChanged changed -> assertTrue(changed.to().contains(key));
            default -> {
            }
        }
    }

    private void wait(Shape shape, boolean others) {
        if (others) {
            othersWait.add(shape);
        } else {
            othersWait.remove(shape);
        }
        work(shape);
    }

    void construct(ActorKey actor, boolean well) {
        constructing.remove(actor);
        int incarnation = actors.get(actor);
        if (well) {
            tell(new Fact.ActorReady(actor, incarnation));
        } else {
            actors.remove(actor);
            tell(new Fact.ActorFailed(actor, incarnation, "thrown", new byte[0]));
        }
    }

    void exit(ActorKey actor) {
        int incarnation = actors.remove(actor);
        constructing.remove(actor);
        tell(new Fact.ActorExited(actor, incarnation, "left by itself"));
    }

    /// Gone without a word; what it had said before still arrives.
    void die(String why) {
        if (alive) {
            alive = false;
            var ran = new HashSet<Long>();
            runs.values().forEach(run -> ran.add(run.task.number));
            actors.keySet().stream().filter(_ -> world.random.nextInt(3) == 0).forEach(actor -> ran.add(actor.number()));
            tell(new Fact.ProcessLost(key, why, ran));
        }
    }
}
