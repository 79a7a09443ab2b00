package dev.troupe.head;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// An event or a request. Facts about things that the head no longer knows are ignored.
public sealed interface Fact {
    /// A machine has joined. Its number is new: a machine that was lost gets another one when it returns.
    ///
    /// @param total a node without any resources takes no work, unless it is embedded in its driver
    /// @param embeddedWorker the driver's process, if that itself runs its job's SHARED work on this node
    record NodeJoined(NodeKey node, String ip, String hostname, Resources total, Map<String, String> labels,
            Optional<ProcessKey> embeddedWorker) implements Fact {
        public NodeJoined { labels = Map.copyOf(labels); }
    }

    /// A node was not heard from for a while: nothing new is placed on it, and what runs there continues.
    record NodeSuspected(NodeKey node) implements Fact {}

    /// A suspect node was heard from again.
    record NodeTrusted(NodeKey node) implements Fact {}

    /// A node was silent for too long: it and all processes on it are gone for everybody, although they may still run. Its tasks are retried
    /// elsewhere at once; its actors are restarted after [NodeFenced].
    record NodeLost(NodeKey node, String why) implements Fact {}

    /// Nothing runs on the node any more: its fence is over, or its end was witnessed. A node that was not lost before is lost with this.
    record NodeFenced(NodeKey node, String why) implements Fact {}

    /// Nothing new is placed on the node. [Effect.Drained] follows when the work on it has ended, or was ended after that time.
    record DrainNode(NodeKey node, Duration within) implements Fact {}

    /// What a node needs to start workers of a job, besides their settings. The head passes it on unread.
    ///
    /// @param code the packages of the job's class path, in order
    /// @param worker what each worker must know, encoded
    record JobTerms(List<String> code, byte[] worker) {
        /// Of a job without code of its own.
        public static final JobTerms NONE = new JobTerms(List.of(), new byte[0]);

        public JobTerms { code = List.copyOf(code); }
    }

    /// A driver has joined.
    ///
    /// @param shared the settings of the job's shared workers; SHARED work with other settings gets a process of its own
    /// @param node the node on which the driver runs, and with which it is lost
    /// @param terms what its workers need besides
    record JobStarted(JobKey job, ProcessKey driver, String namespace, WorkerSettings shared, Optional<NodeKey> node, JobTerms terms)
            implements
                Fact {
        public JobStarted(JobKey job, ProcessKey driver, String namespace, WorkerSettings shared) {
            this(job, driver, namespace, shared, Optional.empty());
        }

        public JobStarted(JobKey job, ProcessKey driver, String namespace, WorkerSettings shared, Optional<NodeKey> node) {
            this(job, driver, namespace, shared, node, JobTerms.NONE);
        }
    }

    /// The driver has ended. Equivalent to losing the driver's process.
    record JobEnded(JobKey job, String why) implements Fact {}

    /// A driver or worker process has ended, possibly because it was told to stop.
    ///
    /// @param why the reason, including the end of its log
    /// @param ran the numbers of the tasks that were running in it, and those of actors' calls together with the numbers of their actors
    record ProcessLost(ProcessKey process, String why, Set<Long> ran) implements Fact {
        public ProcessLost { ran = Set.copyOf(ran); }
    }

    /// A worker that the head requested is ready for work.
    record WorkerStarted(ProcessKey process) implements Fact {}

    /// A worker that the head requested could not be started.
    record WorkerFailed(ProcessKey process, String why, StartFailure cause) implements Fact {}

    /// While a worker owns objects that others may need, it is not stopped when it is idle.
    record OwnsObjects(ProcessKey process, boolean any) implements Fact {}

    /// How many leases of a shape a process can use, including those it has; replaces its previous demand.
    ///
    /// @param preferred the node that holds the large arguments
    record Demand(ProcessKey process, Shape shape, int wanted, Optional<NodeKey> preferred) implements Fact {
        public Demand(ProcessKey process, Shape shape, int wanted) {
            this(process, shape, wanted, Optional.empty());
        }
    }

    /// A lease is no longer used: reported by its submitter, or by its worker after [Effect.Revoke].
    record Return(LeaseKey lease) implements Fact {}

    /// The task of a lease waits in `get`: its CPU is free in the meantime.
    record Blocked(LeaseKey lease) implements Fact {}

    record Unblocked(LeaseKey lease) implements Fact {}

    /// Answered at once by [Effect.ActorChanged] or [Effect.Refused]. The creator holds a handle from now on.
    ///
    /// @param argumentsReady if false, [ActorArgumentsReady] follows, and the actor is placed only then
    record CreateActor(ActorSpec spec, boolean argumentsReady) implements Fact {
        public CreateActor(ActorSpec spec) {
            this(spec, true);
        }
    }

    record ActorArgumentsReady(ActorKey actor) implements Fact {}

    /// The constructor has returned.
    record ActorReady(ActorKey actor, int incarnation) implements Fact {}

    /// The constructor threw an exception; nothing of the actor is left in the worker.
    ///
    /// @param failure the exception; the head passes it on unread
    record ActorFailed(ActorKey actor, int incarnation, String why, byte[] failure) implements Fact {}

    /// Nothing of this incarnation is left in its worker: it exited by itself, or [Effect.RemoveActor] is done.
    record ActorExited(ActorKey actor, int incarnation, String why) implements Fact {}

    /// An incarnation was interrupted so that it ends, but some of its code still runs: it has ended for everyone else, and its resources are
    /// released only with [ActorExited].
    record ActorRunsOn(ActorKey actor, int incarnation, String why) implements Fact {}

    /// The actor waits in `get`: its CPU is free in the meantime.
    record ActorBlocked(ActorKey actor, int incarnation) implements Fact {}

    record ActorUnblocked(ActorKey actor, int incarnation) implements Fact {}

    record KillActor(ActorKey actor, boolean noRestart, String why) implements Fact {}

    /// No handle to the actor is left. The head also finds out by itself, from the handles that are held and released.
    record ActorUnreferenced(ActorKey actor) implements Fact {}

    /// A process has handles of an actor, or unfinished calls to it; from now on it is notified of its state changes, and of the present state at
    /// once. May arrive before the actor's creation.
    record HandleHeld(ProcessKey process, ActorKey actor) implements Fact {}

    record HandleReleased(ProcessKey process, ActorKey actor) implements Fact {}

    /// Answered at once by [Effect.GroupChanged] or [Effect.Refused].
    record CreateGroup(GroupSpec spec) implements Fact {}

    record RemoveGroup(GroupKey group) implements Fact {}

    /// A process wants to be notified of a group's state changes, and of the present state at once.
    record WatchGroup(ProcessKey process, GroupKey group) implements Fact {}
}
