package dev.troupe.benchmarks;

import dev.troupe.head.ActorKey;
import dev.troupe.head.ActorSpec;
import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.head.GroupKey;
import dev.troupe.head.GroupSpec;
import dev.troupe.head.Head;
import dev.troupe.head.HeadSettings;
import dev.troupe.head.JobKey;
import dev.troupe.head.LeaseKey;
import dev.troupe.head.NodeKey;
import dev.troupe.head.Owner;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.Resources;
import dev.troupe.head.Shape;
import dev.troupe.head.Strategy;
import dev.troupe.head.WorkerSettings;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The head alone, with many simulated nodes, submitters with queued tasks, actors and placement groups. Counts the time of its thread only.
public final class HeadScale {
    private static final int NODES = 6_000;
    private static final int TASKS = Integer.getInteger("benchmark.tasks", 1_000_000);
    private static final int ACTORS = 40_000;
    private static final int GROUPS = 1_000;
    private static final int JOBS = 20;
    private static final int SUBMITTERS = 1_000;
    private static final List<Strategy> STRATEGIES = List.of(Strategy.values());

    private final int nodes;
    private final Head head = new Head(HeadSettings.defaults());
    private final Deque<Effect.Granted> running = new ArrayDeque<>();
    private final Map<ProcessKey, Integer> queued = new HashMap<>();
    private final List<ProcessKey> workers = new ArrayList<>();
    private final Map<ProcessKey, Shape> shapes = new HashMap<>();
    private long decisions;
    private long facts;

    private HeadScale(int nodes) {
        this.nodes = nodes;
    }

    public static void main(String[] args) throws InterruptedException {
        Figures figures = new Figures();
        new HeadScale(200).measure("warm", figures); // compiles the code
        for (String nodes : args.length > 0 ? List.of(args) : List.of("100", "1000", "6000")) {
            new HeadScale(Integer.parseInt(nodes)).measure("head." + nodes, figures);
        }
        Passing.measure(figures);
        figures.print();
    }

    private void measure(String name, Figures figures) throws InterruptedException {
        long empty = heap();
        long began = cpuTime();
        for (int i = 0; i < nodes; i++) {
            on(new Fact.NodeJoined(head.nextNode(), "10.0.0.1", "node" + i, Resources.of(Map.of("CPU", 8.0, "memory", 64.0)), Map.of(),
                    Optional.empty()));
        }
        figures.add(name + ".join-seconds", (cpuTime() - began) / 1e9);
        long joined = heap();
        figures.add(name + ".bytes-per-node", (joined - empty) / (double) nodes);
        List<JobKey> jobs = startJobs();
        long started = cpuTime();
        groups(jobs);
        figures.add(name + ".groups-per-second", share(GROUPS) / ((cpuTime() - started) / 1e9));
        long before = heap();
        long actorsBegan = cpuTime();
        actors(jobs);
        figures.add(name + ".actors-per-second", share(ACTORS) / ((cpuTime() - actorsBegan) / 1e9));
        figures.add(name + ".bytes-per-actor", (heap() - before) / (double) share(ACTORS));
        decisions = 0;
        facts = 0;
        long tasksBegan = cpuTime();
        tasks();
        double seconds = (cpuTime() - tasksBegan) / 1e9;
        figures.add(name + ".decisions-per-second", decisions / seconds);
        figures.add(name + ".facts-per-second", facts / seconds);
        figures.add(name + ".micros-per-decision", seconds * 1e6 / decisions);
    }

    private int share(int ofAll) {
        return Math.max(1, (int) ((long) ofAll * nodes / NODES));
    }

    private List<JobKey> startJobs() {
        List<JobKey> jobs = new ArrayList<>();
        for (int i = 0; i < JOBS; i++) {
            JobKey job = head.nextJob();
            on(new Fact.JobStarted(job, head.nextProcess(), "job" + i, WorkerSettings.shared(job)));
            jobs.add(job);
        }
        return jobs;
    }

    private void groups(List<JobKey> jobs) {
        for (int i = 0; i < share(GROUPS); i++) {
            JobKey job = jobs.get(i % JOBS);
            on(new Fact.CreateGroup(new GroupSpec(new GroupKey(job, i + 1), "", "", STRATEGIES.get(i % STRATEGIES.size()),
                    List.of(Resources.cpu(1), Resources.cpu(2)), Owner.of(new ProcessKey(job.number())))));
        }
    }

    private void actors(List<JobKey> jobs) {
        for (int i = 0; i < share(ACTORS); i++) {
            JobKey job = jobs.get(i % JOBS);
            on(new Fact.CreateActor(new ActorSpec(new ActorKey(job, i + 1), "", "", false, Owner.of(new ProcessKey(job.number())),
                    i % 2 == 0 ? Resources.NONE : Resources.cpu(0.1), Optional.empty(), WorkerSettings.shared(job), 1, "Player",
                    new byte[100])));
        }
    }

    /// Many submitters want more than there is; each lease that is returned goes to one of them, until all tasks have run.
    private void tasks() {
        int submitters = Math.min(share(SUBMITTERS), workers.size());
        int each = share(TASKS) / submitters;
        for (ProcessKey submitter : List.copyOf(workers.subList(0, submitters))) {
            queued.put(submitter, each);
            on(new Fact.Demand(submitter, shape(submitter), Math.min(each, 4096)));
        }
        long now = 0;
        for (Effect.Granted lease = running.poll(); lease != null; lease = running.poll()) {
            int left = queued.merge(lease.to(), -1, Integer::sum);
            if (left % 16 == 0 || left < 16) {
                on(new Fact.Demand(lease.to(), shape(lease.to()), Math.max(0, Math.min(left, 4096))));
            }
            on(new Fact.Return(lease.lease()));
            if (decisions / 20_000 > now) { // twice in a second, if it makes as many decisions as it should
                now = decisions / 20_000;
                head.tick(now * 1_000_000_000).forEach(this::carryOut);
            }
        }
    }

    private Shape shape(ProcessKey submitter) {
        return shapes.get(submitter);
    }

    private void on(Fact fact) {
        facts++;
        head.on(0, fact).forEach(this::carryOut);
    }

    private void carryOut(Effect effect) {
        switch (effect) {
            case Effect.StartWorker start -> {
                workers.add(start.process());
                double cpus = workers.size() % 3 == 0 ? 2 : workers.size() % 3 == 1 ? 0.5 : 1;
                shapes.put(start.process(), Shape.of(Resources.cpu(cpus), WorkerSettings.shared(start.settings().job())));
                on(new Fact.WorkerStarted(start.process()));
            }
            case Effect.Place place -> {
                decisions++;
                on(new Fact.ActorReady(place.spec().key(), place.incarnation()));
            }
            case Effect.Granted granted -> {
                decisions++;
                running.add(granted);
            }
            default -> {
            }
        }
    }

    /// Without garbage.
    private static long heap() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(50);
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long cpuTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /// Drivers, actors and leases that come and go: nothing of them may stay.
    private static final class Passing {
        private static final int DRIVERS = 10_000;
        private static final int ACTORS_EACH = 10;
        private static final int LEASES_EACH = 100;

        private final HeadScale cluster = new HeadScale(10);

        static void measure(Figures figures) throws InterruptedException {
            Passing passing = new Passing();
            for (int i = 0; i < passing.cluster.nodes; i++) {
                passing.cluster
                        .on(new Fact.NodeJoined(new NodeKey(i + 1), "10.0.0.1", "node", Resources.cpu(8), Map.of(), Optional.empty()));
            }
            passing.drivers(DRIVERS / 10); // fills the lists of what is remembered
            long before = heap();
            passing.drivers(DRIVERS);
            figures.add("head.passing.grown-bytes", (double) (heap() - before));
            figures.add("head.passing.drivers", DRIVERS);
        }

        private void drivers(int count) {
            for (int i = 0; i < count; i++) {
                driver();
            }
        }

        private void driver() {
            Head head = cluster.head;
            JobKey job = head.nextJob();
            ProcessKey driver = head.nextProcess();
            WorkerSettings shared = WorkerSettings.shared(job);
            cluster.on(new Fact.JobStarted(job, driver, "", shared));
            for (int i = 1; i <= ACTORS_EACH; i++) {
                cluster.on(new Fact.CreateActor(new ActorSpec(new ActorKey(job, i), "", "", false, Owner.of(driver), Resources.NONE,
                        Optional.empty(), shared, 0, "Player", new byte[100])));
            }
            Shape shape = Shape.of(Resources.cpu(1), shared);
            cluster.on(new Fact.Demand(driver, shape, 1));
            for (int i = 0; i < LEASES_EACH; i++) {
                LeaseKey lease = cluster.running.remove().lease();
                if (i == LEASES_EACH - 1) {
                    cluster.on(new Fact.Demand(driver, shape, 0));
                }
                cluster.on(new Fact.Return(lease));
            }
            List<ProcessKey> started = List.copyOf(cluster.workers);
            cluster.workers.clear();
            cluster.shapes.clear();
            cluster.on(new Fact.JobEnded(job, "exit 0"));
            started.forEach(worker -> cluster.on(new Fact.ProcessLost(worker, "it was told to stop", Set.of())));
            head.tick(Duration.ofSeconds(job.number()).toNanos()).forEach(cluster::carryOut);
        }
    }
}
