package dev.troupe.head;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What happened, or what somebody asks for. A fact about what the head no longer knows is ignored.
public sealed interface Fact {
    /// A machine is there.
    ///
    /// @param embeddedWorker the driver's process that takes its job's SHARED work itself on this node
    record NodeJoined(NodeKey node, String ip, String hostname, Resources total, Map<String, String> labels,
            Optional<ProcessKey> embeddedWorker) implements Fact {
        public NodeJoined { labels = Map.copyOf(labels); }
    }

    /// A node and all processes on it are gone.
    record NodeLost(NodeKey node, String why) implements Fact {}

    /// A driver is there.
    ///
    /// @param shared what the job's shared workers are started with; SHARED work with other settings gets a process of its own
    record JobStarted(JobKey job, ProcessKey driver, String namespace, WorkerSettings shared) implements Fact {}

    /// The driver is done. Says the same as losing the driver's process.
    record JobEnded(JobKey job, String why) implements Fact {}

    /// A driver or worker process is gone, also one that was told to stop.
    ///
    /// @param why with the end of its log
    /// @param ran the numbers of the tasks that were running in it, and of actors' calls together with those of their actors
    record ProcessLost(ProcessKey process, String why, Set<Long> ran) implements Fact {
        public ProcessLost { ran = Set.copyOf(ran); }
    }

    /// A worker the head asked for is ready for work.
    record WorkerStarted(ProcessKey process) implements Fact {}

    /// A worker the head asked for could not be started.
    record WorkerFailed(ProcessKey process, String why, StartFailure cause) implements Fact {}

    /// While a worker owns objects that others may need, it is not stopped for being idle.
    record OwnsObjects(ProcessKey process, boolean any) implements Fact {}

    /// How many leases of a shape a process can use, those it has included; replaces what it said before.
    ///
    /// @param preferred the node that holds the large arguments
    record Demand(ProcessKey process, Shape shape, int wanted, Optional<NodeKey> preferred) implements Fact {
        public Demand(ProcessKey process, Shape shape, int wanted) {
            this(process, shape, wanted, Optional.empty());
        }
    }

    /// A lease is not used any more: said by its submitter, or after [Effect.Revoke] by its worker.
    record Return(LeaseKey lease) implements Fact {}

    /// The task of a lease waits in `get`: its CPU is free meanwhile.
    record Blocked(LeaseKey lease) implements Fact {}

    record Unblocked(LeaseKey lease) implements Fact {}

    /// Answered at once by [Effect.ActorChanged] or [Effect.Refused]. The creator holds a handle from now on.
    ///
    /// @param argumentsReady false: [ActorArgumentsReady] follows, and only then the actor is placed
    record CreateActor(ActorSpec spec, boolean argumentsReady) implements Fact {
        public CreateActor(ActorSpec spec) {
            this(spec, true);
        }
    }

    record ActorArgumentsReady(ActorKey actor) implements Fact {}

    /// The constructor is done.
    record ActorReady(ActorKey actor, int incarnation) implements Fact {}

    /// The constructor threw; nothing of the actor is left in the worker.
    ///
    /// @param failure what was thrown; the head hands it on unread
    record ActorFailed(ActorKey actor, int incarnation, String why, byte[] failure) implements Fact {}

    /// Nothing of this incarnation is left in its worker: it left by itself, or [Effect.RemoveActor] is done.
    record ActorExited(ActorKey actor, int incarnation, String why) implements Fact {}

    /// An incarnation was interrupted so that it ends, but something of it runs on: it is over for everybody, and what it holds stays
    /// booked until [ActorExited].
    record ActorRunsOn(ActorKey actor, int incarnation, String why) implements Fact {}

    /// The actor waits in `get`: its CPU is free meanwhile.
    record ActorBlocked(ActorKey actor, int incarnation) implements Fact {}

    record ActorUnblocked(ActorKey actor, int incarnation) implements Fact {}

    record KillActor(ActorKey actor, boolean noRestart, String why) implements Fact {}

    /// Nobody has a handle any more. The head finds out by itself too, from handles held and released.
    record ActorUnreferenced(ActorKey actor) implements Fact {}

    /// A process has handles of an actor, or unfinished calls to it; from now on it hears of its changes, the present state at once. May
    /// come before the actor's creation is known.
    record HandleHeld(ProcessKey process, ActorKey actor) implements Fact {}

    record HandleReleased(ProcessKey process, ActorKey actor) implements Fact {}

    /// Answered at once by [Effect.GroupChanged] or [Effect.Refused].
    record CreateGroup(GroupSpec spec) implements Fact {}

    record RemoveGroup(GroupKey group) implements Fact {}

    /// A process wants to hear of a group's changes, the present state at once.
    record WatchGroup(ProcessKey process, GroupKey group) implements Fact {}
}
