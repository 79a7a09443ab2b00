package dev.troupe.head;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What the head wants done, in this order.
public sealed interface Effect {
    /// What a node does: it starts and stops worker processes.
    sealed interface ToNode extends Effect {}

    /// What a driver or worker is told.
    sealed interface ToProcess extends Effect permits ToOne, ToMany {}

    /// What one process is told.
    sealed interface ToOne extends ToProcess {
        ProcessKey to();
    }

    /// What several processes are told.
    sealed interface ToMany extends ToProcess {
        List<ProcessKey> to();
    }

    /// Answered by [Fact.WorkerStarted] or [Fact.WorkerFailed].
    ///
    /// @param gpus the devices it may see
    record StartWorker(NodeKey node, ProcessKey process, WorkerSettings settings, List<Integer> gpus) implements ToNode {
        public StartWorker { gpus = List.copyOf(gpus); }
    }

    /// Answered by [Fact.ProcessLost].
    ///
    /// @param force what still runs in it must not go on
    record StopWorker(NodeKey node, ProcessKey process, String why, boolean force) implements ToNode {}

    /// A submitter may run one task at a time of that shape in that worker.
    ///
    /// @param othersWait as in [Wanted]
    record Granted(ProcessKey to, LeaseKey lease, Shape shape, ProcessKey worker, NodeKey node, List<Integer> gpus, boolean othersWait)
            implements
                ToOne {
        public Granted { gpus = List.copyOf(gpus); }
    }

    /// A submitter's lease is gone: with its worker; or its placement group is, and the submitter ends what runs under it and answers with
    /// [Fact.Return] when nothing does any more.
    ///
    /// @param died whether the worker is gone
    /// @param ran the numbers of the tasks that were running in the worker when it died
    record LeaseLost(ProcessKey to, LeaseKey lease, String why, boolean died, Set<Long> ran) implements ToOne {
        public LeaseLost { ran = Set.copyOf(ran); }
    }

    /// The submitter of a lease is gone: a shared worker stops what runs under it and answers with [Fact.Return] when nothing does any more.
    record Revoke(ProcessKey to, LeaseKey lease, ProcessKey submitter, String why) implements ToOne {}

    /// Whether others wait for what a submitter's leases of this shape hold. While they do, it returns idle leases at once and busy
    /// ones now and then after a task (it is served again in turn).
    record Wanted(ProcessKey to, Shape shape, boolean othersWait) implements ToOne {}

    /// A worker constructs an actor and answers with [Fact.ActorReady] or [Fact.ActorFailed].
    ///
    /// @param incarnation names this attempt; facts about earlier ones are ignored
    /// @param restarts how often the actor was restarted
    record Place(ProcessKey to, ActorSpec spec, int incarnation, int restarts, List<Integer> gpus) implements ToOne {
        public Place { gpus = List.copyOf(gpus); }
    }

    /// A shared worker ends an actor and answers with [Fact.ActorExited]. Actors with a process of their own get it only when graceful.
    ///
    /// @param graceful after the calls it has; otherwise at once
    record RemoveActor(ProcessKey to, ActorKey actor, int incarnation, String why, boolean graceful) implements ToOne {}

    /// News for all processes that hold a handle; of its death for the creator's too, if that still exists.
    ///
    /// @param worker where it lives or is being constructed
    /// @param why empty, or the sentence why it restarts or died
    /// @param environmentFailed it died because no worker for it could be started with what it asked for
    /// @param failure what its constructor threw, or nothing
    record ActorChanged(List<ProcessKey> to, ActorKey actor, ActorState state, Optional<ProcessKey> worker, Optional<NodeKey> node,
            int incarnation, int restarts, String why, boolean environmentFailed, byte[] failure) implements ToMany {
        public ActorChanged { to = List.copyOf(to); }
    }

    /// News for the creator of a placement group and those who asked.
    record GroupChanged(List<ProcessKey> to, GroupKey group, GroupState state, String why) implements ToMany {
        public GroupChanged { to = List.copyOf(to); }
    }

    /// Why work of this process has found no room for a while. Said again when the reason is another one.
    ///
    /// @param lasting nothing that others give back makes room for it: it waits for another node
    record Waits(ProcessKey to, Work work, String why, boolean lasting) implements ToOne {}

    /// A [Fact.CreateActor], [Fact.CreateGroup] or [Fact.Demand] that cannot be met, ever. A refused demand counts as zero from now on;
    /// the submitter answers with what it wants now, even if that is zero too, because an older demand of it may still be under way.
    ///
    /// @param unstarted no worker for it could be started, and why the last one could not
    record Refused(ProcessKey to, Fact request, String reason, Optional<StartFailure> unstarted) implements ToOne {
        Refused(ProcessKey to, Fact request, String reason) {
            this(to, request, reason, Optional.empty());
        }
    }
}
