package dev.troupe.head;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Worker processes: started when work needs them, reused while they are idle for a short time, stopped when they are no longer needed.
final class Workers {
    private final Outbox out;
    private final long idleNanos;
    private final Jobs jobs;
    private final StartPauses pauses;
    private final Spares spares;
    private final Map<ProcessKey, Worker> workers = new HashMap<>();
    /// Idle workers, the longest idle first.
    private final Set<Worker> resting = new LinkedHashSet<>();
    private final Deque<Worker> retired = new ArrayDeque<>();
    /// Nodes on which some work has ended.
    private final Set<Node> maybeIdle = new LinkedHashSet<>();
    private int lastProcess;
    private long now;

    Workers(Outbox out, HeadSettings settings, Jobs jobs, StartPauses pauses) {
        this.out = out;
        this.idleNanos = settings.idleWorker().toNanos();
        this.jobs = jobs;
        this.pauses = pauses;
        this.spares = new Spares(settings);
    }

    void now(long nanos) {
        now = nanos;
    }

    /// Numbers that others chose are not used again.
    void seen(ProcessKey process) {
        lastProcess = Math.max(lastProcess, process.number());
    }

    ProcessKey nextProcess() {
        return new ProcessKey(++lastProcess);
    }

    Worker get(ProcessKey process) {
        return workers.get(process);
    }

    void embed(Job job, Node node) {
        var worker = new Worker(job.driver(), node, job.shared(), List.of(), true);
        enlist(worker, job);
        node.shared().put(job.key(), worker);
    }

    /// A worker for one more piece of work, possibly one that is still starting.
    Worker obtain(Node node, WorkerSettings settings, List<Integer> gpus) {
        boolean shared = settings.isolation() == Isolation.SHARED;
        var found = shared ? node.shared().get(settings.job()) : node.wake(settings, gpus);
        if (found != null) {
            resting.remove(found);
            return found;
        }
        return (shared ? Optional.<Worker>empty() : node.startingSpare(settings, gpus)).orElseGet(() -> start(node, settings, gpus));
    }

    private Worker start(Node node, WorkerSettings settings, List<Integer> gpus) {
        var worker = new Worker(nextProcess(), node, settings, gpus, false);
        enlist(worker, jobs.get(settings.job()));
        node.starting(1);
        if (worker.shared()) {
            node.shared().put(settings.job(), worker);
        }
        out.add(new Effect.StartWorker(node.key(), worker.key(), settings, gpus, jobs.get(settings.job()).terms()));
        return worker;
    }

    /// The worker was obtained for an actor.
    void serves(Worker worker) {
        if (!worker.shared()) {
            spares.placed(worker, now);
        }
    }

    /// Its actor has left, and the process is not reused.
    void retire(Worker worker, String why, boolean force) {
        if (worker.running() && spares.wanted(worker, now)) {
            retired.add(worker);
        }
        stop(worker, why, force);
    }

    /// Starts processes in the place of those that were retired. To be called after waiting work was served, which comes first.
    void replaceRetired() {
        for (var worker = retired.poll(); worker != null; worker = retired.poll()) {
            boolean startable = worker.node().open() && !jobs.get(worker.settings().job()).ended()
                    && !pauses.pausing(worker.node().key(), worker.settings());
            if (startable && spares.wanted(worker, now)) {
                var _ = start(worker.node(), worker.settings(), worker.gpus());
            }
        }
    }

    private void enlist(Worker worker, Job job) {
        workers.put(worker.key(), worker);
        worker.node().workers().add(worker);
        job.workers().add(worker);
    }

    /// Whether there is a worker with such settings.
    boolean isReady(WorkerSettings settings) {
        return workers.values().stream().anyMatch(worker -> worker.stage() == Worker.Stage.READY && worker.settings().equals(settings));
    }

    void started(Worker worker) {
        worker.node().starting(-1);
        worker.stage(Worker.Stage.READY);
        pauses.started(worker);
    }

    /// It ended before it was ready.
    ///
    /// @return the number of the following pause; 0 for none, because wrong settings are not retried
    long failed(Worker worker, StartFailure cause) {
        gone(worker);
        return cause == StartFailure.SETTINGS ? 0 : pauses.begin(worker, now);
    }

    void mayBeIdle(Node node) {
        if (node.draining()) {
            maybeIdle.add(node);
        }
    }

    /// Draining nodes on which some work has ended since the last call.
    List<Node> maybeIdle() {
        if (maybeIdle.isEmpty()) {
            return List.of();
        }
        var nodes = List.copyOf(maybeIdle);
        maybeIdle.clear();
        return nodes;
    }

    /// Work has left the worker: if it was the last, the worker becomes idle, or stops with its job.
    void release(Worker worker) {
        mayBeIdle(worker.node());
        if (!worker.running() || !worker.unused() || worker.embedded()) {
            return;
        }
        if (jobs.get(worker.settings().job()).ended()) {
            stop(worker, "its job has ended", false);
        } else if (!worker.shared() && worker.stage() == Worker.Stage.READY) {
            worker.idleSince(now);
            worker.node().rest(worker);
            resting.add(worker);
        }
    }

    void stop(Worker worker, String why, boolean force) {
        if (worker.embedded() || !worker.running()) {
            return;
        }
        leave(worker, Worker.Stage.STOPPING);
        out.add(new Effect.StopWorker(worker.node().key(), worker.key(), why, force));
    }

    /// The process no longer exists.
    void gone(Worker worker) {
        leave(worker, Worker.Stage.GONE);
        workers.remove(worker.key());
        mayBeIdle(worker.node());
        worker.node().workers().remove(worker);
        jobs.remove(worker);
    }

    private void leave(Worker worker, Worker.Stage stage) {
        if (worker.stage() == Worker.Stage.STARTING) {
            worker.node().starting(-1);
        }
        worker.stage(stage);
        if (worker.shared()) {
            worker.node().shared().remove(worker.settings().job(), worker);
        } else if (resting.remove(worker)) {
            worker.node().without(worker);
        }
    }

    /// Stops workers that have been idle for long, unless others need the objects they own.
    void tick(Predicate<Worker> needed) {
        spares.tick(now);
        for (Iterator<Worker> oldest = resting.iterator(); oldest.hasNext();) {
            var worker = oldest.next();
            if (now - worker.idleSince() < idleNanos) {
                return;
            }
            if (!worker.ownsObjects() && !needed.test(worker)) {
                oldest.remove();
                worker.node().without(worker);
                stop(worker, "it was idle", false);
            }
        }
    }

    List<Cluster.WorkerView> view() {
        return workers.values().stream().sorted(Comparator.comparingInt(worker -> worker.key().number()))
                .map(w -> new Cluster.WorkerView(w.key(), w.node().key(), w.settings(), w.stage() == Worker.Stage.READY, w.leases().size(),
                        w.instances().size()))
                .toList();
    }
}
