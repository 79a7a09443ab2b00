package dev.troupe.head;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;

/// A cluster around the production head: nodes, drivers, workers, messages under way, a stepped clock. Everything follows from the seed.
final class Simulation {
    final Random random;
    final Wires wires = new Wires();
    final Ledger ledger;
    boolean ending;
    private final Head head;
    private final Map<NodeKey, SimNode> nodes = new LinkedHashMap<>();
    private final Map<ProcessKey, SimProcess> processes = new LinkedHashMap<>();
    private final List<SimProcess> drivers = new ArrayList<>();
    private final List<SimTask> tasks = new ArrayList<>();
    private final List<ActorKey> actors = new ArrayList<>();
    private final List<GroupKey> groups = new ArrayList<>();
    private final List<Entry> diary = new ArrayList<>();
    private long now;
    private long numbers;
    int facts;

    private record Entry(long when, Object what) {
        @Override
        public String toString() {
            return what instanceof Fact ? when / 1_000_000 + " ms: " + what : "    " + what;
        }
    }

    Simulation(long seed) {
        random = new Random(new SplittableRandom(seed).nextLong()); // neighbours must not begin alike
        head = new Head(
                new HeadSettings(Duration.ofSeconds(10), 2, 1, 2, Duration.ofMillis(50), 5, Duration.ofSeconds(2), Duration.ofSeconds(1)));
        ledger = new Ledger(head);
    }

    List<String> diary() {
        return diary.stream().map(Entry::toString).toList();
    }

    void run(int steps) {
        boolean embedded = random.nextInt(4) == 0;
        int count = embedded ? 1 : 1 + random.nextInt(3);
        var driver = head.nextProcess();
        for (int i = 0; i < count; i++) {
            join(embedded ? Optional.of(driver) : Optional.empty());
        }
        startJob(driver);
        if (!embedded && random.nextBoolean()) {
            startJob(head.nextProcess());
        }
        for (int step = 0; step < steps; step++) {
            now += random.nextInt(200_000_000);
            if (random.nextInt(100) >= 65 || !wires.deliver(random)) {
                act();
            }
        }
        comeToRest();
        drivers.stream().filter(d -> d.alive).forEach(d -> tasks.stream().filter(task -> task.submitter == d)
                .forEach(task -> assertEquals(1, task.ended,
                        () -> "task " + task.number + " with " + task.shape + "; " + head.view().waiting())));
        ledger.checkNothingIsLeft();
        drivers.forEach(each -> each.die("the end"));
        for (int round = 0; round < 40; round++) {
            settle();
        }
        ledger.checkNobodyIsLeft();
    }

    /// The one way into the head.
    void happens(Fact fact) {
        facts++;
        diary.add(new Entry(now, fact));
        ledger.heard(fact);
        carryOut(head.on(now, fact));
    }

    private void carryOut(List<Effect> effects) {
        for (var effect : effects) {
            diary.add(new Entry(now, effect));
            ledger.said(effect);
            switch (effect) {
                case Effect.StartWorker start -> toNode(start.node(), start);
                case Effect.StopWorker stop -> toNode(stop.node(), stop);
                case Effect.Granted e -> toProcess(e.to(), e);
                case Effect.LeaseLost e -> toProcess(e.to(), e);
                case Effect.Revoke e -> toProcess(e.to(), e);
                case Effect.Waits e -> toProcess(e.to(), e);
                case Effect.Wanted e -> toProcess(e.to(), e);
                case Effect.Recall e -> toProcess(e.to(), e);
                case Effect.Drained(var node) -> wires.send("head", node, () -> leave(nodes.get(node), "it was drained"));
                case Effect.Place e -> toProcess(e.to(), e);
                case Effect.RemoveActor e -> toProcess(e.to(), e);
                case Effect.Refused e -> toProcess(e.to(), e);
                case Effect.ActorChanged e -> e.to().forEach(to -> toProcess(to, e));
                case Effect.GroupChanged e -> e.to().forEach(to -> toProcess(to, e));
            }
        }
        ledger.check();
    }

    private void toNode(NodeKey to, Effect effect) {
        wires.send("head", to, () -> nodes.get(to).receive(effect));
    }

    private void toProcess(ProcessKey to, Effect effect) {
        wires.send("head", to, () -> process(to).filter(process -> process.node == null || !isLost(process.node))
                .ifPresent(process -> process.receive(effect)));
    }

    boolean isLost(NodeKey node) {
        return nodes.get(node).lost;
    }

    /// Also in processes that the head has lost, but that have not ended.
    void assertRunsNowhere(ActorKey actor) {
        processes.values().stream().filter(process -> process.alive)
                .forEach(process -> assertFalse(process.actors.containsKey(actor), () -> actor + " still runs in " + process.key));
    }

    Optional<SimProcess> process(ProcessKey key) {
        return Optional.ofNullable(processes.get(key)).filter(process -> process.alive);
    }

    void add(SimProcess process) {
        processes.put(process.key, process);
    }

    SimTask newTask(SimProcess submitter, Shape shape, SimRun parent) {
        var task = new SimTask(++numbers, shape, submitter, parent);
        tasks.add(task);
        return task;
    }

    private void join(Optional<ProcessKey> embedded) {
        var key = head.nextNode();
        nodes.put(key, new SimNode(this, key, embedded.isPresent()));
        var total = Resources.of(Map.of("CPU", 1.0 + random.nextInt(4), "GPU", (double) Math.max(0, random.nextInt(4) - 1), "disk", 2.0));
        happens(new Fact.NodeJoined(key, "10.0.0." + key.number(), "n" + key.number(), total, Map.of(), embedded));
    }

    private void startJob(ProcessKey key) {
        var job = new JobKey(drivers.size() + 1);
        var node = nodes.values().stream().filter(n -> n.embedded).map(n -> n.key).findFirst()
                .or(() -> Optional.ofNullable(random.nextInt(3) == 0 ? any(present()) : null).map(n -> n.key)).orElse(null);
        var driver = new SimProcess(this, key, job, node);
        drivers.add(driver);
        add(driver);
        happens(new Fact.JobStarted(job, key, "space", WorkerSettings.shared(job), Optional.ofNullable(node)));
    }

    private void act() {
        var process = any(processes.values().stream().filter(p -> p.alive).toList());
        if (process == null) {
            return;
        }
        switch (random.nextInt(24)) {
            case 0, 1, 2, 3, 4 -> submitSome(process);
            case 5, 6, 7, 8, 9 -> goOn(process, random.nextInt(4) == 0);
            case 10, 11 -> createActor(process);
            case 12, 13 -> construct(process, random.nextInt(8) > 0);
            case 14 -> Optional.ofNullable(any(actors))
                    .ifPresent(actor -> process.tell(new Fact.KillActor(actor, random.nextBoolean(), "killed")));
            case 15 -> Optional.ofNullable(any(List.copyOf(process.actors.keySet()))).ifPresent(process::exit);
            case 16 -> Optional.ofNullable(any(actors)).ifPresent(actor -> process.tell(random.nextBoolean()
                    ? new Fact.HandleHeld(process.key, actor)
                    : new Fact.HandleReleased(process.key, actor)));
            case 17 -> createGroup(process);
            case 18 -> Optional.ofNullable(any(groups)).ifPresent(group -> process.tell(new Fact.RemoveGroup(group)));
            case 19, 20 -> tick();
            case 21 -> disaster(process);
            case 22 -> Optional.ofNullable(any(actors)).ifPresent(actor -> process.tell(new Fact.ActorArgumentsReady(actor)));
            default -> process.returnIdle();
        }
    }

    private void submitSome(SimProcess process) {
        var shape = shape(process.job, random.nextInt(10) < 7);
        for (int i = random.nextInt(4); i >= 0; i--) {
            process.submit(newTask(process, shape, null));
        }
    }

    private Shape shape(JobKey job, boolean plain) {
        if (plain) {
            return Shape.of(Resources.cpu(random.nextInt(4) == 0 ? 0.5 : 1), WorkerSettings.shared(job));
        }
        var shared = WorkerSettings.shared(job);
        var group = any(groups);
        return switch (random.nextInt(4)) {
            case 0 -> Shape.of(Resources.of(Map.of("GPU", random.nextBoolean() ? 0.5 : 1)), shared);
            case 1 -> Shape.of(Resources.of(Map.of("CPU", 1.0, "disk", 1.0)), shared.alone());
            case 2 -> Shape.of(Resources.cpu(1),
                    new WorkerSettings(job, Isolation.SHARED, List.of("-Dx=" + random.nextInt(2)), Map.of(), List.of(), Optional.empty()));
            default -> new Shape(random.nextBoolean() ? Resources.cpu(1) : Resources.NONE,
                    Optional.ofNullable(group).map(g -> new BundleKey(g, random.nextInt(3) - 1)), shared);
        };
    }

    /// A task in this process ends, or makes children and waits for them.
    private void goOn(SimProcess process, boolean withChildren) {
        var run = any(process.runs.values().stream().filter(r -> !r.blocked).toList());
        if (run != null && withChildren && run.task.waitsForIt == null) {
            process.spawn(run, 1 + random.nextInt(2), Shape.of(Resources.cpu(1), WorkerSettings.shared(process.job)));
        } else if (run != null) {
            process.finish(run);
        }
    }

    private void construct(SimProcess process, boolean well) {
        Optional.ofNullable(any(List.copyOf(process.constructing))).ifPresent(actor -> process.construct(actor, well));
    }

    private void createActor(SimProcess creator) {
        var key = new ActorKey(creator.job, ++numbers);
        var parent = random.nextInt(3) == 0 ? any(List.copyOf(creator.actors.keySet())) : null;
        var shape = shape(creator.job, random.nextBoolean());
        var resources = random.nextBoolean() ? Resources.NONE : shape.resources();
        actors.add(key);
        creator.tell(new Fact.CreateActor(new ActorSpec(key, random.nextInt(3) == 0 ? "name" + random.nextInt(3) : "", "space",
                random.nextInt(4) == 0, new Owner(creator.key, Optional.ofNullable(parent)), resources, shape.bundle(), shape.settings(),
                random.nextInt(4) - 1, "Player", new byte[0]), random.nextInt(6) > 0));
    }

    private void createGroup(SimProcess creator) {
        var key = new GroupKey(creator.job, ++numbers);
        groups.add(key);
        var bundles = new ArrayList<Resources>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            bundles.add(random.nextInt(4) == 0 ? Resources.of(Map.of("CPU", 1.0, "GPU", 0.5)) : Resources.cpu(1 + random.nextInt(2)));
        }
        creator.tell(new Fact.CreateGroup(new GroupSpec(key, random.nextBoolean() ? "" : "group" + random.nextInt(2), "space",
                any(List.of(Strategy.values())), bundles, Owner.of(creator.key))));
    }

    private void disaster(SimProcess process) {
        boolean embedded = nodes.values().stream().anyMatch(node -> node.embedded);
        int kind = random.nextInt(20);
        if (kind < 9 && !embedded) {
            nodeDisaster(kind);
        } else if (kind == 9 && !embedded) {
            startJob(head.nextProcess());
        } else if (!drivers.contains(process) || kind < 12) {
            process.die("killed with -9");
        }
    }

    private void nodeDisaster(int kind) {
        var node = any(present());
        if (kind == 0) {
            join(Optional.empty());
        } else if (kind == 8) {
            nodes.values().stream().filter(n -> n.lost && n.alive).findFirst().ifPresent(this::fence);
        } else if (node != null) {
            switch (kind) {
                case 1 -> leave(node, "the plug was pulled, and somebody saw it");
                case 2, 3 -> lose(node);
                case 4 -> drain(node);
                default -> suspect(node, !node.suspect);
            }
        }
    }

    private List<SimNode> present() {
        return nodes.values().stream().filter(n -> !n.lost && !n.embedded).toList();
    }

    private void suspect(SimNode node, boolean suspect) {
        node.suspect = suspect;
        happens(suspect ? new Fact.NodeSuspected(node.key) : new Fact.NodeTrusted(node.key));
    }

    /// It still runs, but nobody hears of it any more.
    private void lose(SimNode node) {
        node.lost = true;
        happens(new Fact.NodeLost(node.key, "no heartbeat"));
    }

    private void drain(SimNode node) {
        node.draining = true;
        happens(new Fact.DrainNode(node.key, Duration.ofMillis(random.nextInt(4_000))));
    }

    /// Its workers end; then it joins as a new node.
    private void fence(SimNode node) {
        leave(node, "its fence is over");
        if (!ending) {
            join(Optional.empty());
        }
    }

    private void leave(SimNode node, String why) {
        if (node.alive) {
            node.alive = false;
            node.lost = true;
            processes.values().stream().filter(p -> p.alive && node.key.equals(p.node)).forEach(p -> p.alive = false);
            happens(new Fact.NodeFenced(node.key, why));
        }
    }

    private void tick() {
        carryOut(head.tick(now));
    }

    /// No more disasters: everything that can end does, then whatever is in the way goes.
    private void comeToRest() {
        ending = true;
        var all = Map.of("CPU", 4.0, "GPU", 2.0, "disk", 2.0);
        var key = head.nextNode();
        nodes.put(key, new SimNode(this, key, false));
        List.copyOf(nodes.values()).stream().filter(node -> node.lost).forEach(this::fence);
        present().stream().filter(node -> node.suspect).forEach(node -> suspect(node, false));
        happens(new Fact.NodeJoined(key, "10.0.0.99", "last", Resources.of(all), Map.of(), Optional.empty()));
        for (int round = 0; round < 400; round++) {
            if (!settle() && round > 3) {
                return;
            }
            if (round == 1) {
                actors.forEach(actor -> happens(new Fact.KillActor(actor, true, "the end")));
            } else if (round == 2) {
                groups.forEach(group -> happens(new Fact.RemoveGroup(group)));
            }
        }
        assertTrue(false, () -> "does not come to rest: " + head.view().waiting());
    }

    /// True when something happened.
    private boolean settle() {
        int before = facts;
        now += 1_000_000_000;
        for (int messages = 0; wires.deliver(random); messages++) {
            assertTrue(messages < 20_000, "they never fall silent");
        }
        for (var process : List.copyOf(processes.values())) {
            if (process.alive) {
                List.copyOf(process.runs.values()).stream().filter(run -> !run.blocked).forEach(process::finish);
                List.copyOf(process.constructing).forEach(actor -> process.construct(actor, true));
                process.returnIdle();
            }
        }
        tick();
        return facts > before;
    }

    private <T> T any(List<T> those) {
        return those.isEmpty() ? null : those.get(random.nextInt(those.size()));
    }

    Set<String> transitions() {
        return ledger.transitions;
    }
}
