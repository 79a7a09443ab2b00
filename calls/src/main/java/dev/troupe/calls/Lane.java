package dev.troupe.calls;

import dev.troupe.head.Isolation;
import dev.troupe.head.Shape;
import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/// The tasks of one shape (same job, resources, place, isolation) that this process wants to run: those that wait, and the leases it holds for
/// them. Guarded by itself; messages are sent while the lock is held, which keeps them in order and never blocks.
final class Lane {
    /// The work queued at a worker should last about this long: enough that the worker never waits, and little enough that it can still be
    /// redistributed.
    private static final long AHEAD_NANOS = 5_000_000;
    private static final int MOST_AHEAD = 512;
    private static final int FIRST_AHEAD = 4;
    private static final int MOST_WANTED = 4096;
    private static final long TURN_NANOS = 100_000_000;

    final int number;
    final Shape shape;
    /// Each task has a worker of its own, so nothing is queued there.
    private final boolean alone;
    private final Leases leases;
    private final SentCalls calls;
    private final LongSupplier clock;
    private final Deque<Call> waiting = new ArrayDeque<>();
    private final Map<Integer, Leasehold> places = new HashMap<>();
    private int wanted;
    private boolean othersWait;
    private long turnSince;
    private int sent;
    private long meanNanos;
    private long idleSince;
    private boolean retired;

    /// @param clock in nanoseconds
    Lane(int number, Shape shape, Leases leases, SentCalls calls, LongSupplier clock) {
        this.number = number;
        this.shape = shape;
        this.alone = shape.settings().isolation() == Isolation.PROCESS;
        this.leases = leases;
        this.calls = calls;
        this.clock = clock;
        this.idleSince = clock.getAsLong();
    }

    /// Adds a call whose arguments are ready; returns false if the lane was closed.
    synchronized boolean add(Call call) {
        if (retired) {
            return false;
        }
        if (call.urgent) {
            waiting.addFirst(call);
        } else {
            waiting.addLast(call);
        }
        pump();
        return true;
    }

    /// A task is expected: its worker may start in the meantime.
    synchronized void expect() {
        if (wanted == 0) {
            wanted = 1;
            leases.demand(shape, wanted);
        }
    }

    /// Removes a call that was not sent yet.
    synchronized void withdraw(Call call) {
        if (waiting.remove(call) && waiting.isEmpty()) {
            lowerDemand();
        }
    }

    /// A call that was sent has ended.
    ///
    /// @param nanos how long it ran; 0 if it did not run
    synchronized void done(Peer worker, long nanos) {
        Leasehold place = places.get(worker.process());
        if (place != null) { // otherwise the worker was lost, with all calls that were sent there
            sent--;
            place.sent--;
        }
        if (nanos > 0) {
            meanNanos = meanNanos == 0 ? nanos : (meanNanos * 7 + nanos) / 8;
        }
        if (sent == 0 && waiting.isEmpty()) {
            idleSince = clock.getAsLong();
        }
        if (place != null) {
            giveBackEnded(place);
        }
        if (place != null && place.recalled) {
            giveBackUnused(place);
            leaveEmpty();
            tellSlots();
        }
        if (othersWait && place != null) {
            takeTurns(place);
            letOthers(place);
        }
        pump();
        if (othersWait) {
            giveBackIdle();
        }
    }

    /// False if the lane was closed.
    synchronized boolean granted(long lease, Peer worker, boolean othersWait) {
        if (retired) {
            return false;
        }
        othersWait(othersWait);
        Leasehold place = places.computeIfAbsent(worker.process(), process -> new Leasehold(worker));
        place.leases.add(lease);
        letOthers(place);
        pump();
        tellSlots();
        if (othersWait) {
            giveBackIdle();
        }
        return true;
    }

    /// Whether others wait for the resources of the leases here.
    synchronized void wanted(boolean byOthers) {
        othersWait(byOthers);
        turnSince = clock.getAsLong();
        if (othersWait) {
            giveBackIdle();
        } else {
            pump();
        }
    }

    private void othersWait(boolean now) {
        othersWait = now;
        if (!now) {
            places.values().forEach(place -> place.yields = false);
        }
    }

    /// Removes all waiting calls, which will never run.
    synchronized List<Call> drain() {
        List<Call> all = List.copyOf(waiting);
        waiting.clear();
        wanted = 0; // without the calls that were sent: the head would refuse that demand again, and so on while they run
        leases.demand(shape, wanted);
        return all;
    }

    /// The worker of the lease has died. The calls that were sent there come back one by one.
    synchronized void lost(long lease) {
        for (Leasehold place : places.values()) {
            place.leases.remove(lease);
            place.blocked.remove(lease);
        }
        leaveEmpty();
        tellSlots();
        ask();
    }

    /// The head wants the lease back: no new task runs under it, and it is returned when the running task has ended.
    synchronized void revoked(long lease) {
        for (Leasehold place : places.values()) {
            if (place.leases.remove(lease) || place.blocked.remove(lease)) {
                place.ending.add(lease);
                giveBackEnded(place);
            }
        }
        leaveEmpty();
        tellSlots();
    }

    /// The node of the lease is to be drained, and with it the worker: nothing more is sent there. What was sent ends under its leases, which are
    /// returned one by one.
    synchronized void recalled(long lease) {
        for (Leasehold place : places.values()) {
            if (place.leases.contains(lease) || place.blocked.contains(lease)) {
                place.recalled = true;
                giveBackUnused(place);
            }
        }
        leaveEmpty();
        tellSlots();
    }

    private void giveBackUnused(Leasehold place) {
        while (!place.leases.isEmpty() && place.slots() > place.sent) {
            leases.giveBack(place.leases.removeLast());
        }
    }

    private void giveBackEnded(Leasehold place) {
        while (!place.ending.isEmpty() && place.sent < place.slots() + place.ending.size()) {
            leases.giveBack(place.ending.removeLast());
        }
    }

    // A worker without work of this lane can forget the lane.
    private void leaveEmpty() {
        places.values().removeIf(place -> {
            if (place.over() && place.told > 0) {
                place.peer.send(new Message.Slots(number, 0));
            }
            return place.over();
        });
    }

    /// Calls that were sent to a dead worker run elsewhere, or not at all.
    synchronized void lost(int worker) {
        Leasehold place = places.remove(worker);
        if (place != null) {
            sent -= place.sent;
            place.ending.forEach(leases::giveBack);
        }
        pump();
    }

    /// A task at the worker waits for an object, or continues.
    synchronized void idle(Peer worker, boolean waits) {
        Leasehold place = places.get(worker.process());
        List<Long> from = place == null ? List.of() : waits ? place.leases : place.blocked;
        if (!from.isEmpty()) {
            long lease = from.removeLast();
            (waits ? place.blocked : place.leases).add(lease);
            leases.blocked(lease, waits);
            pump();
        }
    }

    /// Whether there is a lease at that worker.
    synchronized boolean holds(Peer worker) {
        Leasehold place = places.get(worker.process());
        return place != null && place.slots() > 0;
    }

    /// There is room again for messages to a worker.
    synchronized void room() {
        if (!waiting.isEmpty()) {
            pump();
        }
    }

    // Others could use the idle leases here. The demand is lowered first; otherwise the head would grant them again.
    private void giveBackIdle() {
        for (Leasehold place : places.values()) {
            while (!place.leases.isEmpty() && place.slots() > (waiting.isEmpty() ? place.sent : place.slots())) {
                lowerDemand();
                leases.giveBack(place.leases.removeLast());
            }
        }
        leaveEmpty();
        tellSlots();
    }

    private void lowerDemand() {
        int useful = useful();
        if (useful < wanted) {
            wanted = useful;
            leases.demand(shape, wanted);
        }
    }

    // Others wait although no lease is idle: from time to time it is their turn. Tasks that were sent ahead must end first, because they must not
    // run without the lease.
    private void takeTurns(Leasehold place) {
        long now = clock.getAsLong();
        if (!place.yields && !place.leases.isEmpty() && now - turnSince > TURN_NANOS) {
            turnSince = now;
            place.yields = true;
        }
    }

    // An idle lease ends the turn. If it comes from a new grant it must be returned as well: the task that should have made another lease idle may
    // itself wait for those whose turn it is.
    private void letOthers(Leasehold place) {
        if (place.yields && (place.sent < place.slots() || place.sent == 0)) {
            place.yields = false;
            if (!place.leases.isEmpty()) {
                leases.giveBack(place.leases.removeLast());
                tellSlots();
            }
        }
    }

    /// Called periodically.
    synchronized void tick(long now, long patienceNanos) {
        if (sent == 0 && waiting.isEmpty() && now - idleSince > patienceNanos) {
            lowerDemand();
            giveBackIdle();
        }
    }

    /// Closes the lane if it has been empty for long; returns whether it is closed.
    synchronized boolean retire(long now, long patienceNanos) {
        retired |= sent == 0 && waiting.isEmpty() && places.isEmpty() && wanted == 0 && now - idleSince > patienceNanos;
        return retired;
    }

    private void pump() {
        while (!waiting.isEmpty()) {
            Leasehold place = leastBusy();
            if (place == null) {
                break;
            }
            Call call = waiting.pollFirst();
            if (call.cancelled) {
                continue; // the thread that cancelled it is about to remove it
            }
            place.sent++;
            sent++;
            place.told = place.slots();
            calls.send(this, call, place.peer, place.told);
        }
        ask();
    }

    private Leasehold leastBusy() {
        Leasehold best = null;
        long bestLoad = Long.MAX_VALUE;
        for (Leasehold place : places.values()) {
            int slots = place.leases.size();
            int most = slots + (alone ? 0 : slots * ahead());
            if (place.busy() < most && !place.yields && !place.recalled && !place.peer.congested()) {
                long load = place.busy() * 1000L / slots;
                if (load < bestLoad) {
                    best = place;
                    bestLoad = load;
                }
            }
        }
        return best;
    }

    // While others wait, nothing is queued behind long tasks, because they would wait for it, too.
    private int ahead() {
        return meanNanos == 0 ? othersWait ? 0 : FIRST_AHEAD : Math.clamp(AHEAD_NANOS / meanNanos, othersWait ? 0 : 1, MOST_AHEAD);
    }

    // Asks for somewhat more than needed, to avoid a request for each task.
    private void ask() {
        int useful = useful();
        if (useful > wanted) {
            wanted = Math.max(useful, Math.min(MOST_WANTED, wanted * 2));
            leases.demand(shape, wanted);
        }
    }

    // Tasks that wait for an object are counted beyond the limit, because what they wait for may be queued behind them.
    private int useful() {
        int blocked = 0;
        for (Leasehold place : places.values()) {
            blocked += place.blocked.size();
        }
        return blocked + Math.min(waiting.size() + sent - blocked, MOST_WANTED);
    }

    private void tellSlots() {
        for (Leasehold place : places.values()) {
            if (place.told != place.slots()) {
                place.told = place.slots();
                place.peer.send(new Message.Slots(number, place.told));
            }
        }
    }

    @Override
    public synchronized String toString() {
        return "lane " + number + " with " + waiting.size() + " waiting and " + Arrays.toString(places.keySet().toArray());
    }
}
