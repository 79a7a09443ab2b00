package dev.troupe.runtime;

import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.head.LeaseKey;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// The tasks this process wants run: a [Lane] for each shape, and those that are on their way.
final class Submitter implements Lane.Office {
    /// Idle leases are kept so long for the next task.
    private static final long PATIENCE_NANOS = 200_000_000;

    /// A task that was sent.
    private record Sent(Call call, Lane lane, Peer worker) {}

    private final Engine engine;
    private final AtomicInteger laneNumbers = new AtomicInteger();
    private final Map<Shape, Lane> lanes = new ConcurrentHashMap<>();
    private final Map<Integer, Shape> shapes = new ConcurrentHashMap<>();
    private final Map<Long, Lane> leases = new ConcurrentHashMap<>();
    private final Map<Long, Sent> sent = new ConcurrentHashMap<>();

    Submitter(Engine engine) {
        this.engine = engine;
    }

    void submit(Call call, Shape shape) {
        call.shape = shape;
        if (call.ready()) {
            enqueue(call);
        } else {
            for (Entry ref : call.refs) {
                engine.want(ref);
            }
            call.whenReady(() -> enqueue(call));
        }
    }

    private void enqueue(Call call) {
        if (call.cancelled) {
            return;
        }
        if (call.failedArgument() != null) {
            engine.failArgument(call);
        } else {
            lane(call.shape).add(call);
        }
    }

    private Lane lane(Shape shape) {
        Lane known = lanes.get(shape);
        return known != null ? known : lanes.computeIfAbsent(shape, this::newLane);
    }

    private Lane newLane(Shape shape) {
        int number = laneNumbers.incrementAndGet();
        shapes.put(number, shape);
        boolean alone = shape.settings().isolation() == dev.troupe.head.Isolation.PROCESS;
        return new Lane(number, alone, this, this::send);
    }

    // Called by the lane, which holds its lock: must not block.
    private void send(Lane lane, Call call, Peer worker, int slots) {
        if (call.cancelled) {
            engine.later(() -> lane.done(worker, 0));
            return;
        }
        sent.put(call.number(), new Sent(call, lane, worker));
        worker.send(new Message.Run(call.number(), lane.number, slots, call.urgent, call.name, call.code, call.arguments, call.outcomes()));
    }

    /// True when it was one of ours.
    boolean done(Message.Done done) {
        Sent one = sent.remove(done.number());
        if (one == null) {
            return false;
        }
        engine.complete(one.call.result, done.outcome());
        one.lane.done(one.worker, done.nanos());
        return true;
    }

    void idle(Peer worker, Message.Idle idle) {
        lanes.get(shapes.get(idle.lane())).idle(worker, idle.waits());
    }

    void granted(Effect.Granted granted) {
        Lane lane = lane(granted.shape());
        Peer worker = engine.peer(granted.worker().number());
        if (worker == null) {
            engine.office().tell(new Fact.Return(granted.lease()));
            return;
        }
        leases.put(granted.lease().number(), lane);
        lane.granted(granted.lease().number(), worker, granted.othersWait());
    }

    /// The head took a lease back. What ran under the last one of a worker must not go on: its placement group is gone.
    void leaseLost(Effect.LeaseLost lost) {
        Lane lane = leases.remove(lost.lease().number());
        if (lane == null) {
            return;
        }
        lane.lost(lost.lease().number());
        for (Sent one : List.copyOf(sent.values())) {
            if (one.lane == lane && !lane.holds(one.worker) && sent.remove(one.call.number(), one)) {
                one.worker.send(new Message.Cancel(one.call.number()));
                lane.done(one.worker, 0);
                engine.fail(one.call, new Failure.Other(one.call.name + " was ended: " + lost.why()));
            }
        }
    }

    void wanted(Effect.Wanted wanted) {
        lane(wanted.shape()).wanted(wanted.othersWait());
    }

    /// The head will never grant this: what waits for it fails.
    void refused(Fact.Demand demand, String reason) {
        for (Call call : lane(demand.shape()).drain()) {
            engine.fail(call, new Failure.EnvironmentFailed(call.name, reason));
        }
    }

    /// A worker is gone. What ran there may be why: it runs again in a process of its own. If it was the only one it is why, and that costs it
    /// one of its retries; the rest just runs elsewhere.
    void gone(int process, String why, Set<Long> ran) {
        List<Sent> there = new ArrayList<>(sent.values());
        there.removeIf(one -> one.worker.process() != process);
        there.stream().map(Sent::lane).distinct().forEach(lane -> lane.lost(process));
        for (Sent one : there) {
            if (sent.remove(one.call.number(), one)) {
                if (ran.contains(one.call.number())) {
                    again(one.call, why, ran.size() == 1);
                } else {
                    enqueue(one.call);
                }
            }
        }
    }

    private void again(Call call, String why, boolean culprit) {
        if (culprit && call.retries == 0) {
            engine.fail(call, new Failure.WorkerDied(call.name, Ids.task(engine.self().job(), call.number()), why, call.attempts));
            return;
        }
        call.attempts++;
        call.retries = culprit && call.retries > 0 ? call.retries - 1 : call.retries;
        call.shape = new Shape(call.shape.resources(), call.shape.bundle(), call.shape.settings().alone());
        enqueue(call);
    }

    /// Ends a task wherever it is: one that runs is interrupted.
    void cancel(Call call) {
        call.cancelled = true;
        Sent one = sent.remove(call.number());
        if (one != null) {
            one.worker.send(new Message.Cancel(call.number()));
            one.lane.done(one.worker, 0);
        } else {
            lane(call.shape).withdraw(call);
        }
    }

    /// Nothing runs any more.
    void close(Failure why) {
        sent.values().forEach(one -> engine.fail(one.call, why));
        lanes.values().forEach(lane -> lane.drain().forEach(call -> engine.fail(call, why)));
    }

    void room() {
        lanes.values().forEach(Lane::room);
    }

    void tick(long now) {
        lanes.values().forEach(lane -> lane.tick(now, PATIENCE_NANOS));
    }

    @Override
    public void demand(Lane lane, int wanted) {
        engine.office().tell(new Fact.Demand(new ProcessKey(engine.self().process()), shapes.get(lane.number), wanted));
    }

    @Override
    public void giveBack(long lease) {
        leases.remove(lease);
        engine.office().tell(new Fact.Return(new LeaseKey(lease)));
    }

    @Override
    public void blocked(long lease, boolean blocked) {
        LeaseKey key = new LeaseKey(lease);
        engine.office().tell(blocked ? new Fact.Blocked(key) : new Fact.Unblocked(key));
    }
}
