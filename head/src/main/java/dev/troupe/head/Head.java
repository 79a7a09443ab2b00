package dev.troupe.head;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Decides for a cluster which work runs where. It is called by one thread and has no threads, input or output of its own: facts go in, effects
/// come out.
public final class Head {
    private final Outbox out = new Outbox();
    private final Queue queue = new Queue();
    private final Jobs jobs = new Jobs();
    private final Nodes nodes;
    private final Groups groups;
    private final StartPauses pauses;
    private final Workers workers;
    private final Leases leases;
    private final Placement placement;
    private final Actors actors;
    private final NodeLife nodeLife;
    private final long whyAfterNanos;
    private long now;

    public Head(HeadSettings settings) {
        whyAfterNanos = settings.whyAfter().toNanos();
        nodes = new Nodes(settings.remembered(), queue::grown);
        groups = new Groups(out, queue, nodes, settings);
        pauses = new StartPauses(settings);
        var room = new Room(nodes, groups, pauses, settings);
        workers = new Workers(out, settings, jobs, pauses);
        leases = new Leases(out, queue, room, groups, workers, settings);
        placement = new Placement(out, queue, room, workers, jobs, settings);
        actors = new Actors(out, placement, groups, jobs, settings, this::actorDied);
        nodeLife = new NodeLife(out, nodes, groups, workers, leases, placement, actors::owns);
    }

    /// The effects of a fact.
    public List<Effect> on(long nowNanos, Fact fact) {
        now(nowNanos);
        apply(fact);
        return decide();
    }

    /// The effects of time passing; to be called about every second.
    public List<Effect> tick(long nowNanos) {
        now(nowNanos);
        nodeLife.tick(nowNanos);
        workers.tick(worker -> actors.owns(worker.key()));
        actors.tick(nowNanos);
        if (pauses.tick(nowNanos)) {
            queue.grown();
        }
        queue.tick(nowNanos, whyAfterNanos, out);
        return decide();
    }

    private void now(long nanos) {
        now = nanos;
        workers.now(nanos);
    }

    private List<Effect> decide() {
        queue.serve(out);
        workers.replaceRetired();
        leases.tellWhoWaits();
        nodeLife.reportDrained(now);
        jobs.forgetEnded();
        return out.drain();
    }

    private void apply(Fact fact) {
        switch (fact) {
            case Fact.NodeJoined joined -> nodeJoined(joined);
            case Fact.NodeSuspected(var node) -> nodeLife.suspect(node);
            case Fact.NodeTrusted(var node) -> nodeLife.trust(node);
            case Fact.DrainNode(var node, var within) -> nodeLife.drain(node, now + within.toNanos());
            case Fact.NodeLost(var node, var why) -> nodeLost(node, why);
            case Fact.NodeFenced(var node, var why) -> {
                nodeLost(node, why);
                placement.fenced(node);
            }
            case Fact.JobStarted start -> jobStarted(start);
            case Fact.JobEnded(var job, var why) -> Optional.ofNullable(jobs.get(job)).filter(started -> !started.ended())
                    .ifPresent(started -> processLost(started.driver(), why, Set.of()));
            case Fact.ProcessLost(var process, var why, var ran) -> processLost(process, why, ran);
            case Fact.WorkerStarted(var process) -> workerStarted(process);
            case Fact.WorkerFailed(var process, var why, var cause) -> workerFailed(process, why, cause);
            case Fact.OwnsObjects(var process, var any) -> Optional.ofNullable(workers.get(process)).ifPresent(w -> w.ownsObjects(any));
            case Fact.Demand demand -> demand(demand);
            case Fact.Return(var lease) -> leases.returned(lease);
            case Fact.Blocked(var lease) -> leases.blocked(lease, true);
            case Fact.Unblocked(var lease) -> leases.blocked(lease, false);
            case Fact.CreateActor create -> createActor(create);
            case Fact.ActorArgumentsReady(var actor) -> actors.argumentsReady(actor);
            case Fact.ActorReady(var actor, var incarnation) -> actors.ready(actor, incarnation);
            case Fact.ActorFailed(var actor, var incarnation, var why, var failure) -> actors.failed(actor, incarnation, why, failure);
            case Fact.ActorExited(var actor, var incarnation, var why) -> actors.exited(actor, incarnation, why);
            case Fact.ActorRunsOn(var actor, var incarnation, var why) -> actors.runsOn(actor, incarnation, why);
            case Fact.ActorBlocked(var actor, var incarnation) -> actorBlocked(actor, incarnation, true);
            case Fact.ActorUnblocked(var actor, var incarnation) -> actorBlocked(actor, incarnation, false);
            case Fact.KillActor(var actor, var noRestart, var why) -> actors.kill(actor, noRestart, why);
            case Fact.ActorUnreferenced(var actor) -> actors.unreferenced(actor);
            case Fact.HandleHeld(var process, var actor) when known(process) -> actors.held(process, actor);
            case Fact.HandleHeld _ -> {
            }
            case Fact.HandleReleased(var process, var actor) -> actors.released(process, actor);
            case Fact.CreateGroup create -> createGroup(create);
            case Fact.RemoveGroup(var group) ->
                    Optional.ofNullable(groups.get(group)).ifPresent(found -> removeGroup(found, "removePlacementGroup() was called"));
            case Fact.WatchGroup(var process, var group) when known(process) -> groups.watch(process, group);
            case Fact.WatchGroup _ -> {
            }
        }
    }

    private boolean known(ProcessKey process) {
        return jobs.of(process) != null || workers.get(process) != null;
    }

    private void nodeJoined(Fact.NodeJoined joined) {
        if (nodes.get(joined.node()) == null && !nodes.wasLost(joined.node())) {
            var node = nodes.add(joined);
            joined.embeddedWorker().ifPresent(workers::seen);
            joined.embeddedWorker().map(jobs::of).ifPresent(job -> workers.embed(job, node));
        }
    }

    private void nodeLost(NodeKey key, String why) {
        var node = nodes.lose(key);
        if (node == null) {
            return;
        }
        var sentence = key + " was lost: " + why;
        nodeLife.lost(node);
        groups.leave(node, sentence);
        var lost = List.copyOf(node.workers());
        lost.forEach(workers::gone);
        var processes = new LinkedHashSet<ProcessKey>();
        lost.forEach(worker -> processes.add(worker.key()));
        processes.addAll(node.drivers());
        bury(processes, sentence, () -> {
            for (var worker : lost) {
                leases.lost(worker, sentence, Set.of());
                actors.nodeLost(key, List.copyOf(worker.instances()), sentence);
            }
        });
    }

    private void jobStarted(Fact.JobStarted start) {
        boolean onLostNode = start.node().isPresent() && nodes.get(start.node().get()) == null;
        if (!jobs.contains(start.job()) && !onLostNode) {
            var job = jobs.start(start);
            workers.seen(start.driver());
            nodes.embeddedIn(start.driver()).forEach(node -> workers.embed(job, node));
            start.node().map(nodes::get).ifPresent(node -> node.drivers().add(start.driver()));
        }
    }

    private void workerStarted(ProcessKey process) {
        var worker = workers.get(process);
        if (worker != null && worker.stage() == Worker.Stage.STARTING) {
            workers.started(worker);
            leases.started(worker);
            placement.started(worker);
            workers.release(worker);
        }
    }

    private void workerFailed(ProcessKey process, String why, StartFailure cause) {
        var worker = workers.get(process);
        if (worker != null && worker.stage() == Worker.Stage.STARTING) {
            var instances = List.copyOf(worker.instances());
            long pause = workers.failed(worker, cause);
            leases.failed(worker, why, cause, pause);
            actors.notStarted(worker, instances, why, cause, pause);
        } else {
            processGone(process, why, Set.of());
        }
    }

    private void processLost(ProcessKey process, String why, Set<Long> ran) {
        var worker = workers.get(process);
        if (worker != null && worker.stage() == Worker.Stage.STARTING) {
            workerFailed(process, why, StartFailure.DEATH);
        } else {
            processGone(process, why, ran);
        }
    }

    private void processGone(ProcessKey process, String why, Set<Long> ran) {
        if (!known(process)) {
            return;
        }
        var worker = workers.get(process);
        if (worker != null) {
            workers.gone(worker);
        }
        bury(Set.of(process), why, () -> {
            if (worker != null) {
                leases.lost(worker, why, ran);
                actors.lost(List.copyOf(worker.instances()), why, ran);
            }
        });
    }

    /// Processes that have ended together: nobody of them is told about the others.
    ///
    /// @param work ends what ran in them
    private void bury(Set<ProcessKey> processes, String why, Runnable work) {
        var orphans = new LinkedHashSet<Actor>();
        for (var process : processes) {
            orphans.addAll(actors.dropHandles(process));
            leases.submitterGone(process, process + " is gone: " + why);
            groups.processLost(process);
        }
        processes.forEach(process -> actors.ownerLost(process, why));
        work.run();
        orphans.forEach(actor -> actors.unreferenced(actor.key()));
        for (var process : processes) {
            var job = jobs.of(process);
            if (job != null) {
                jobEnded(job, why);
            }
        }
    }

    /// Only detached actors, what belongs to them, and their workers remain.
    private void jobEnded(Job job, String why) {
        jobs.end(job);
        job.node().map(nodes::get).ifPresent(node -> {
            node.drivers().remove(job.driver());
            workers.mayBeIdle(node);
        });
        var sentence = job.key() + " has ended: " + why;
        actors.jobEnded(job, sentence);
        for (var group : List.copyOf(job.groups())) {
            var owner = group.spec().owner().actor().map(actors::get);
            if (owner.isEmpty() || owner.get().state() == ActorState.DEAD || !Actors.survives(owner.get())) {
                removeGroup(group, sentence);
            }
        }
        var staying = new HashSet<ProcessKey>();
        for (var worker : job.workers()) {
            if (worker.instances().stream().anyMatch(instance -> instance.actor().instance() == instance)) {
                staying.add(worker.key());
            }
        }
        for (var worker : List.copyOf(job.workers())) {
            boolean worksForThem = worker.leases().stream().anyMatch(lease -> staying.contains(lease.claim().process()));
            if (!staying.contains(worker.key()) && !worksForThem) {
                workers.stop(worker, sentence, true);
            }
        }
    }

    private void demand(Fact.Demand demand) {
        if (!known(demand.process())) {
            return;
        }
        var job = jobs.get(demand.shape().job());
        var problem = job == null ? demand.shape().job() + " is not known" : demand.shape().bundle().map(groups::problem).orElse("");
        if (!problem.isEmpty()) {
            if (demand.wanted() > 0) {
                out.add(new Effect.Refused(demand.process(), demand, problem));
            }
            return;
        }
        leases.demand(demand, job);
    }

    private void createActor(Fact.CreateActor create) {
        var spec = create.spec();
        if (known(spec.owner().process())) {
            var problem = jobs.contains(spec.job()) ? actors.problem(spec) : spec.job() + " is not known";
            if (problem.isEmpty()) {
                actors.create(spec, create.argumentsReady());
            } else {
                out.add(new Effect.Refused(spec.owner().process(), create, problem));
            }
        }
    }

    private void actorBlocked(ActorKey actor, int incarnation, boolean blocked) {
        actors.blocked(actor, incarnation, blocked);
    }

    private void createGroup(Fact.CreateGroup create) {
        var spec = create.spec();
        if (known(spec.owner().process())) {
            var job = jobs.get(spec.job());
            var problem = job == null ? spec.job() + " is not known" : groups.problem(spec);
            if (problem.isEmpty()) {
                job.groups().add(groups.create(spec, job));
            } else {
                out.add(new Effect.Refused(spec.owner().process(), create, problem));
            }
        }
    }

    private void removeGroup(Group group, String why) {
        if (group.state() != GroupState.REMOVED) {
            var sentence = group.what() + " is removed: " + why;
            groups.remove(group, why);
            jobs.remove(group);
            List.copyOf(group.claims()).forEach(claim -> leases.groupRemoved(claim, sentence));
            List.copyOf(group.actors()).forEach(actor -> actors.end(actor, sentence));
        }
    }

    /// The groups of a detached actor end with it; those of others end with their job.
    private void actorDied(Actor actor) {
        var job = jobs.get(actor.spec().job());
        if (actor.spec().detached() || job.ended()) {
            List.copyOf(job.groups()).stream().filter(group -> group.spec().owner().actor().filter(actor.key()::equals).isPresent())
                    .forEach(group -> removeGroup(group, "its owner, " + actor.spec() + ", died"));
        }
    }

    /// A process number that was never used; for drivers. The head gives different numbers to workers.
    public ProcessKey nextProcess() {
        return workers.nextProcess();
    }

    /// A job number that was never used.
    public JobKey nextJob() {
        return jobs.next();
    }

    /// A node number that was never used.
    public NodeKey nextNode() {
        return nodes.next();
    }

    /// The state of the cluster.
    public Cluster view() {
        var jobViews = jobs.all().stream().map(job -> new Cluster.JobView(job.key(), job.driver(), job.namespace(), job.ended()))
                .toList();
        return new Cluster(nodes.view(), actors.view(), groups.view(), jobViews, workers.view(), queue.view());
    }

    /// The nodes, including lost ones.
    public List<Cluster.NodeView> nodes() {
        return nodes.view();
    }

    List<Cluster.ActorView> actors() {
        return actors.view();
    }

    List<Cluster.GroupView> groups() {
        return groups.view();
    }

    List<Cluster.WorkerView> workers() {
        return workers.view();
    }

    /// An actor, including one that died recently.
    public Optional<Cluster.ActorView> actor(ActorKey actor) {
        return Optional.ofNullable(actors.get(actor)).map(Actor::view);
    }

    /// The live actor with that name.
    public Optional<Cluster.ActorView> actorNamed(String namespace, String name) {
        return Optional.ofNullable(actors.named(new Name(namespace, name))).map(Actor::view);
    }

    /// A placement group, including one that was removed recently.
    public Optional<Cluster.GroupView> group(GroupKey group) {
        return Optional.ofNullable(groups.get(group)).map(Group::view);
    }

    /// The group with that name, unless it was removed.
    public Optional<Cluster.GroupView> groupNamed(String namespace, String name) {
        return Optional.ofNullable(groups.named(new Name(namespace, name))).map(Group::view);
    }
}
