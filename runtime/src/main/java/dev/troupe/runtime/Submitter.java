package dev.troupe.runtime;

import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.head.LeaseKey;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.Shape;
import dev.troupe.head.StartFailure;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/// The tasks this process wants run: a [Lane] for each shape, and those that are on their way.
final class Submitter implements Lane.Office {
    /// Idle leases are kept so long for the next task.
    private static final long PATIENCE_NANOS = 200_000_000;
    /// Lanes that were not used for so long are given up.
    private static final long RETIREMENT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /// The process whose tasks these are.
    interface Home {
        Self self();

        Office office();

        Reasons reasons();

        /// Null when it is gone.
        Peer peer(int process);

        /// Somebody waits for an object.
        void want(Entry entry);

        /// An object has an outcome.
        void complete(Entry entry, Outcome outcome);

        /// An argument of a call is a failure.
        void failArgument(Call call);

        /// On another thread, soon.
        void later(Runnable action);
    }

    /// A task that was sent.
    private record Sent(Call call, Lane lane, Peer worker) {}

    private final Home home;
    private final LongSupplier clock;
    private final AtomicInteger laneNumbers = new AtomicInteger();
    private final Map<Shape, Lane> lanes = new ConcurrentHashMap<>();
    private final Map<Integer, Lane> numbered = new ConcurrentHashMap<>();
    private final Map<Long, Lane> leases = new ConcurrentHashMap<>();
    private final Map<Long, Sent> sent = new ConcurrentHashMap<>();

    /// @param clock in nanoseconds
    Submitter(Home home, LongSupplier clock) {
        this.home = home;
        this.clock = clock;
    }

    void submit(Call call, Shape shape) {
        call.shape = shape;
        if (call.ready()) {
            enqueue(call);
        } else {
            for (Entry ref : call.refs) {
                home.want(ref);
            }
            call.whenReady(() -> enqueue(call));
        }
    }

    private void enqueue(Call call) {
        if (call.cancelled) {
            return;
        }
        if (call.failedArgument() != null) {
            home.failArgument(call);
        } else {
            while (!lane(call.shape).add(call)) {
                // given up just now: another takes its place
            }
        }
    }

    /// Tasks of this shape are to be expected.
    void expect(Shape shape) {
        lane(shape).expect();
    }

    private Lane lane(Shape shape) {
        Lane known = lanes.get(shape);
        return known != null ? known : lanes.computeIfAbsent(shape, this::newLane);
    }

    private Lane newLane(Shape shape) {
        Lane lane = new Lane(laneNumbers.incrementAndGet(), shape, this, this::send, clock);
        numbered.put(lane.number, lane);
        return lane;
    }

    // Called by the lane, which holds its lock: must not block.
    private void send(Lane lane, Call call, Peer worker, int slots) {
        sent.put(call.number(), new Sent(call, lane, worker));
        worker.send(new Message.Run(call.number(), lane.number, slots, call.urgent, call.name, call.code, call.arguments, call.outcomes()));
        if (call.cancelled) {
            home.later(() -> worker.send(new Message.Cancel(call.number())));
        }
    }

    /// True when it was one of ours.
    boolean done(Message.Done done) {
        Sent one = sent.remove(done.number());
        if (one == null) {
            return false;
        }
        // in this order: whoever waits for it may call again at once, and must not meet us here
        one.lane.done(one.worker, done.nanos());
        home.complete(one.call.result, done.outcome());
        return true;
    }

    void idle(Peer worker, Message.Idle idle) {
        Lane lane = numbered.get(idle.lane());
        if (lane != null) {
            lane.idle(worker, idle.waits());
        }
    }

    void granted(Effect.Granted granted) {
        Peer worker = home.peer(granted.worker().number());
        if (worker == null) {
            home.office().tell(new Fact.Return(granted.lease()));
            return;
        }
        home.reasons().forget(granted.shape());
        long lease = granted.lease().number();
        Lane lane;
        do {
            lane = lane(granted.shape());
            leases.put(lease, lane);
        } while (!lane.granted(lease, worker, granted.othersWait()));
    }

    /// A lease is gone: with its worker, and what was sent there runs again; or with its placement group, and what runs under it must not go
    /// on.
    void leaseLost(Effect.LeaseLost lost) {
        long lease = lost.lease().number();
        Lane lane = leases.get(lease);
        if (lane == null) {
            return;
        }
        if (lost.died()) {
            leases.remove(lease);
            lane.lost(lease);
        } else {
            lane.revoked(lease);
        }
        for (Sent one : sent.values()) {
            if (one.lane == lane && !lane.holds(one.worker)) {
                if (lost.died()) {
                    lane.lost(one.worker.process());
                    back(one, lost.why(), lost.ran());
                } else if (!one.call.cancelled) {
                    one.call.fail(new Failure.Other(one.call.name + " was ended: " + lost.why()));
                    cancel(one.call);
                }
            }
        }
    }

    void wanted(Effect.Wanted wanted) {
        lane(wanted.shape()).wanted(wanted.othersWait());
    }

    /// The head will never grant this: what waits for it fails.
    ///
    /// @param unstarted why no worker could be started; empty if that is not the reason
    void refused(Fact.Demand demand, String reason, Optional<StartFailure> unstarted) {
        for (Call call : lane(demand.shape()).drain()) {
            call.fail(unstarted.isPresent() ? unstarted(call, reason, unstarted.get())
                    : new Failure.Other(call.name + " cannot run: " + reason));
        }
    }

    private Failure unstarted(Call call, String reason, StartFailure cause) {
        return switch (cause) {
            case SETTINGS, ENVIRONMENT -> new Failure.EnvironmentFailed(call.name, reason);
            case PROCESS -> new Failure.WorkerDied(call.name, Ids.task(home.self().job(), call.number()), reason, 0);
        };
    }

    /// A worker is gone. What ran there may be why: it runs again in a process of its own, unless it must not run twice. If it was the only one
    /// it is why, and that costs it one of its retries; the rest just runs elsewhere.
    void gone(int process, String why, Set<Long> ran) {
        lanes.values().forEach(lane -> lane.lost(process)); // from here on nothing is sent there
        for (Sent one : sent.values()) {
            if (one.worker.process() == process) {
                back(one, why, ran);
            }
        }
    }

    private void back(Sent one, String why, Set<Long> ran) {
        if (sent.remove(one.call.number(), one)) {
            if (ran.contains(one.call.number())) {
                again(one.call, why, ran.size() == 1);
            } else {
                enqueue(one.call);
            }
        }
    }

    private void again(Call call, String why, boolean culprit) {
        if (!call.repeatable || (culprit && call.retries == 0)) {
            call.fail(new Failure.WorkerDied(call.name, Ids.task(home.self().job(), call.number()), why, call.attempts));
            return;
        }
        call.attempts++;
        call.retries = culprit && call.retries > 0 ? call.retries - 1 : call.retries;
        call.shape = new Shape(call.shape.resources(), call.shape.bundle(), call.shape.settings().alone());
        enqueue(call);
    }

    /// Whether it is on its way to a worker, or runs there.
    boolean sent(Call call) {
        return sent.containsKey(call.number());
    }

    /// Ends a task wherever it is: one that runs is interrupted. It keeps its lease until it has ended, or others would be queued behind it.
    void cancel(Call call) {
        call.cancelled = true;
        Sent one = sent.get(call.number());
        Lane lane = lanes.get(call.shape);
        if (one != null) {
            one.worker.send(new Message.Cancel(call.number()));
        } else if (lane != null) {
            lane.withdraw(call);
        }
    }

    /// Nothing runs any more.
    void close(Failure why) {
        sent.values().forEach(one -> one.call.fail(why));
        lanes.values().forEach(lane -> lane.drain().forEach(call -> call.fail(why)));
    }

    void room() {
        lanes.values().forEach(Lane::room);
    }

    void tick(long now) {
        lanes.values().forEach(lane -> lane.tick(now, PATIENCE_NANOS));
        lanes.values().removeIf(lane -> lane.retire(now, RETIREMENT_NANOS) && numbered.remove(lane.number) != null);
    }

    @Override
    public void demand(Lane lane, int wanted) {
        if (wanted == 0) {
            home.reasons().forget(lane.shape);
        }
        home.office().tell(new Fact.Demand(new ProcessKey(home.self().process()), lane.shape, wanted));
    }

    @Override
    public void giveBack(long lease) {
        leases.remove(lease);
        home.office().tell(new Fact.Return(new LeaseKey(lease)));
    }

    @Override
    public void blocked(long lease, boolean blocked) {
        LeaseKey key = new LeaseKey(lease);
        home.office().tell(blocked ? new Fact.Blocked(key) : new Fact.Unblocked(key));
    }
}
