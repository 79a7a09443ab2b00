package dev.troupe.calls;

import dev.troupe.head.ActorKey;
import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.head.Shape;
import dev.troupe.head.StartFailure;
import dev.troupe.messages.Failure;
import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import dev.troupe.messages.Peers;
import dev.troupe.objects.Results;
import dev.troupe.objects.TrackedObject;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/// The tasks that this process wants to run: a [Lane] for each shape, and the tasks in progress.
public final class TaskSubmitter implements Destination {
    /// Idle leases are kept this long for the next task.
    private static final long PATIENCE_NANOS = 200_000_000;
    /// Lanes that were unused for this long are closed.
    private static final long RETIREMENT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Leases leases;
    private final SentCalls sent;
    private final Peers peers;
    private final Results results;
    private final CallFailures failures;
    private final Reasons reasons;
    private final LongSupplier clock;
    private final AtomicInteger laneNumbers = new AtomicInteger();
    private final Map<Shape, Lane> lanes = new ConcurrentHashMap<>();
    private final Map<Integer, Lane> numbered = new ConcurrentHashMap<>();

    /// @param clock in nanoseconds
    TaskSubmitter(Leases leases, SentCalls sent, Peers peers, Results results, CallFailures failures, Reasons reasons,
            LongSupplier clock) {
        this.leases = leases;
        this.sent = sent;
        this.peers = peers;
        this.results = results;
        this.failures = failures;
        this.reasons = reasons;
        this.clock = clock;
    }

    /// Runs a task when its arguments are ready.
    public void submit(Call call, Shape shape) {
        call.destination = this;
        call.shape = shape;
        if (call.ready()) {
            enqueue(call);
        } else {
            for (TrackedObject ref : call.refs) {
                results.want(ref);
            }
            call.whenReady(() -> enqueue(call));
        }
    }

    private void enqueue(Call call) {
        if (call.cancelled) {
            return;
        }
        if (call.failedArgument() != null) {
            failures.argument(call);
        } else {
            while (!lane(call.shape).add(call)) {
                // closed just now: a new lane replaces it
            }
        }
    }

    /// Tasks of this shape are expected.
    public void expect(Shape shape) {
        lane(shape).expect();
    }

    private Lane lane(Shape shape) {
        Lane known = lanes.get(shape);
        return known != null ? known : lanes.computeIfAbsent(shape, this::newLane);
    }

    private Lane newLane(Shape shape) {
        Lane lane = new Lane(laneNumbers.incrementAndGet(), shape, leases, sent, clock);
        numbered.put(lane.number, lane);
        return lane;
    }

    @Override
    public void submitAgain(Call call) {
        submit(call, call.shape);
    }

    @Override
    public void done(SentCalls.Sent one, Message.Done done) {
        // in this order: code that waits for it may make the next call at once, which must not find this one
        one.lane().done(one.worker(), done.nanos());
        results.complete(one.call().result, done.outcome());
    }

    void idle(Peer worker, Message.Idle idle) {
        Lane lane = numbered.get(idle.lane());
        if (lane != null) {
            lane.idle(worker, idle.waits());
        }
    }

    public void granted(Effect.Granted granted) {
        long lease = granted.lease().number();
        Peer worker = peers.of(granted.worker().number());
        if (worker == null) {
            leases.giveBack(lease);
            return;
        }
        reasons.forget(granted.shape());
        Lane lane;
        do {
            lane = lane(granted.shape());
            leases.granted(lease, lane);
        } while (!lane.granted(lease, worker, granted.othersWait()));
    }

    /// A lease is lost: either its worker died, and the tasks that were sent there run again; or its placement group was removed, and the tasks
    /// that run under it must end.
    public void leaseLost(Effect.LeaseLost lost) {
        long lease = lost.lease().number();
        Lane lane = leases.lane(lease);
        if (lane == null) {
            return;
        }
        if (lost.died()) {
            leases.lost(lease);
            lane.lost(lease);
        } else {
            lane.revoked(lease);
        }
        for (SentCalls.Sent one : sent.all()) {
            if (one.lane() == lane && !lane.holds(one.worker())) {
                if (lost.died()) {
                    lane.lost(one.worker().process());
                    back(one, lost.why(), lost.ran());
                } else if (!one.call().cancelled) {
                    one.call().fail(new Failure.Other(one.call().name + " was ended: " + lost.why()));
                    cancel(one.call());
                }
            }
        }
    }

    /// The node of a lease is to be drained: nothing more is sent there, and the lease is returned when nothing runs under it.
    public void recalled(Effect.Recall recall) {
        long lease = recall.lease().number();
        Lane lane = leases.lane(lease);
        if (lane != null) {
            lane.recalled(lease);
        }
    }

    public void wanted(Effect.Wanted wanted) {
        lane(wanted.shape()).wanted(wanted.othersWait());
    }

    /// The head will never grant this: the tasks that wait for it fail.
    ///
    /// @param unstarted because no worker could be started
    public void refused(Fact.Demand demand, String reason, Optional<StartFailure> unstarted) {
        for (Call call : lane(demand.shape()).drain()) {
            call.fail(unstarted.map(cause -> Failure.unstarted(call.name, reason, cause))
                    .orElseGet(() -> new Failure.Other(call.name + " cannot run: " + reason)));
        }
    }

    /// A worker has died. A task that ran there may be the cause: it runs again in a process of its own, unless it must not run twice. If it was
    /// the only one, it is taken as the cause, and this counts as one of its retries; the other tasks simply run elsewhere.
    void gone(int process, String why, Set<Long> ran) {
        lanes.values().forEach(lane -> lane.lost(process)); // from here on nothing is sent there
        for (SentCalls.Sent one : sent.all()) {
            if (one.lane() != null && one.worker().process() == process) {
                back(one, why, ran);
            }
        }
    }

    private void back(SentCalls.Sent one, String why, Set<Long> ran) {
        if (sent.remove(one)) {
            if (ran.contains(one.call().number())) {
                again(one.call(), why, ran.size() == 1);
            } else {
                enqueue(one.call());
            }
        }
    }

    private void again(Call call, String why, boolean culprit) {
        if (!call.repeatable || (culprit && call.retries == 0)) {
            failures.workerDied(call, why);
            return;
        }
        call.attempts++;
        call.retries = culprit && call.retries > 0 ? call.retries - 1 : call.retries;
        call.shape = new Shape(call.shape.resources(), call.shape.bundle(), call.shape.settings().alone());
        enqueue(call);
    }

    @Override
    public String whyItWaits(Call call) {
        return reasons.of(call, call.shape, sent.contains(call));
    }

    @Override
    public boolean isActor(ActorKey key) {
        return false;
    }

    /// A running task keeps its lease until it has ended; otherwise others would be queued behind it.
    @Override
    public void cancel(Call call) {
        call.cancelled = true;
        SentCalls.Sent one = sent.of(call);
        Lane lane = lanes.get(call.shape);
        if (one != null) {
            one.worker().send(new Message.Cancel(call.number()));
        } else if (lane != null) {
            lane.withdraw(call);
        }
    }

    void room() {
        lanes.values().forEach(Lane::room);
    }

    void tick(long now) {
        lanes.values().forEach(lane -> lane.tick(now, PATIENCE_NANOS));
        lanes.values().removeIf(lane -> lane.retire(now, RETIREMENT_NANOS) && numbered.remove(lane.number) != null);
    }
}
