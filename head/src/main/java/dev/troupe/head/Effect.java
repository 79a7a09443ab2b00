package dev.troupe.head;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// An action that the head requests; actions are carried out in this order.
public sealed interface Effect {
    /// For a node: it starts and stops worker processes.
    sealed interface ToNode extends Effect {}

    /// For those who decide which nodes belong to the cluster.
    sealed interface ToMembership extends Effect {}

    /// For a driver or worker.
    sealed interface ToProcess extends Effect permits ToOne, ToMany {}

    /// For one process.
    sealed interface ToOne extends ToProcess {
        ProcessKey to();
    }

    /// For several processes.
    sealed interface ToMany extends ToProcess {
        List<ProcessKey> to();
    }

    /// Answered by [Fact.WorkerStarted] or [Fact.WorkerFailed].
    ///
    /// @param gpus the devices it may see
    /// @param terms of its job
    record StartWorker(NodeKey node, ProcessKey process, WorkerSettings settings, List<Integer> gpus,
            Fact.JobTerms terms) implements ToNode {
        public StartWorker { gpus = List.copyOf(gpus); }
    }

    /// Answered by [Fact.ProcessLost].
    ///
    /// @param force work that still runs in it must not continue
    record StopWorker(NodeKey node, ProcessKey process, String why, boolean force) implements ToNode {}

    /// Nothing runs any more on a node that was to be drained: it may leave. Answered by [Fact.NodeFenced] when it has left.
    record Drained(NodeKey node) implements ToMembership {}

    /// A submitter may run one task at a time of that shape in that worker.
    ///
    /// @param othersWait as in [Wanted]
    record Granted(ProcessKey to, LeaseKey lease, Shape shape, ProcessKey worker, NodeKey node, List<Integer> gpus, boolean othersWait)
            implements
                ToOne {
        public Granted { gpus = List.copyOf(gpus); }
    }

    /// A submitter has lost a lease. Either its worker died, or its placement group was removed; in the latter case the submitter ends the tasks
    /// that run under the lease and answers with [Fact.Return] when they have ended.
    ///
    /// @param died whether the worker has died
    /// @param ran the numbers of the tasks that were running in the worker when it died
    record LeaseLost(ProcessKey to, LeaseKey lease, String why, boolean died, Set<Long> ran) implements ToOne {
        public LeaseLost { ran = Set.copyOf(ran); }
    }

    /// The node of a lease is to be drained: the submitter starts no further task under it and returns it when the present one has ended.
    record Recall(ProcessKey to, LeaseKey lease) implements ToOne {}

    /// The submitter of a lease has ended: a shared worker stops the tasks that run under the lease and answers with [Fact.Return] when they have
    /// ended.
    record Revoke(ProcessKey to, LeaseKey lease, ProcessKey submitter, String why) implements ToOne {}

    /// Whether others wait for the resources of a submitter's leases of this shape. While they do, it returns idle leases at once and busy ones
    /// from time to time after a task (it is served again in turn).
    record Wanted(ProcessKey to, Shape shape, boolean othersWait) implements ToOne {}

    /// A worker constructs an actor and answers with [Fact.ActorReady] or [Fact.ActorFailed].
    ///
    /// @param incarnation identifies this attempt; facts about earlier ones are ignored
    /// @param restarts how often the actor was restarted
    record Place(ProcessKey to, ActorSpec spec, int incarnation, int restarts, List<Integer> gpus) implements ToOne {
        public Place { gpus = List.copyOf(gpus); }
    }

    /// A shared worker ends an actor and answers with [Fact.ActorExited]. Actors with a process of their own receive it only if it is graceful.
    ///
    /// @param graceful whether the actor first completes the calls it has; otherwise it ends at once
    record RemoveActor(ProcessKey to, ActorKey actor, int incarnation, String why, boolean graceful) implements ToOne {}

    /// The new state of an actor, for all processes that hold a handle; its death is also reported to the creator's process, if that still exists.
    ///
    /// @param worker where it lives or is being constructed
    /// @param why empty, or a sentence that says why it restarts or died
    /// @param environmentFailed whether it died because no worker with its settings could be started
    /// @param failure the exception of its constructor, or nothing
    record ActorChanged(List<ProcessKey> to, ActorKey actor, ActorState state, Optional<ProcessKey> worker, Optional<NodeKey> node,
            int incarnation, int restarts, String why, boolean environmentFailed, byte[] failure) implements ToMany {
        public ActorChanged { to = List.copyOf(to); }
    }

    /// The new state of a placement group, for its creator and those who asked.
    record GroupChanged(List<ProcessKey> to, GroupKey group, GroupState state, String why) implements ToMany {
        public GroupChanged { to = List.copyOf(to); }
    }

    /// Why work of this process has waited for resources for a while. Sent again when the reason changes.
    ///
    /// @param lasting whether returned resources would not help: it waits for another node
    record Waits(ProcessKey to, Work work, String why, boolean lasting) implements ToOne {}

    /// A [Fact.CreateActor], [Fact.CreateGroup] or [Fact.Demand] that can never be satisfied. A refused demand counts as zero from now on; the
    /// submitter answers with its present demand, even if that is zero, because an older demand may still be in transit.
    ///
    /// @param unstarted no worker for it could be started, and why the last one failed
    record Refused(ProcessKey to, Fact request, String reason, Optional<StartFailure> unstarted) implements ToOne {
        Refused(ProcessKey to, Fact request, String reason) {
            this(to, request, reason, Optional.empty());
        }
    }
}
