package dev.troupe.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/// The tasks of one shape (same job, resources, place, isolation) that this process wants run: those that wait, and the leases it holds for
/// them. Guarded by itself; messages leave while it is held, which keeps them in order and never blocks.
final class Lane {
    /// Work queued at a worker should last about so long: enough that it never waits for us, little enough to be shared out anew.
    private static final long AHEAD_NANOS = 5_000_000;
    private static final int MOST_AHEAD = 512;
    private static final int FIRST_AHEAD = 4;
    private static final int MOST_WANTED = 4096;
    private static final long TURN_NANOS = 100_000_000;

    /// What the lane asks the head for.
    interface Office {
        void demand(Lane lane, int wanted);

        void giveBack(long lease);

        void blocked(long lease, boolean blocked);
    }

    /// A worker with the leases held there.
    private static final class Place {
        final Peer peer;
        final List<Long> leases = new ArrayList<>();
        final List<Long> blocked = new ArrayList<>();
        int sent;
        int told;
        /// It is the turn of others: nothing is sent until one of the leases is idle.
        boolean yields;

        Place(Peer peer) {
            this.peer = peer;
        }

        int slots() {
            return leases.size() + blocked.size();
        }
    }

    final int number;
    private final boolean alone;
    private final Office office;
    private final Sender sender;
    private final LongSupplier clock;
    private final Deque<Call> waiting = new ArrayDeque<>();
    private final Map<Integer, Place> places = new HashMap<>();
    private int wanted;
    private boolean othersWait;
    private long turnSince;
    private int sent;
    private long meanNanos;
    private long idleSince;

    /// How a call becomes a message to a worker.
    interface Sender {
        void run(Lane lane, Call call, Peer worker, int slots);
    }

    /// @param alone each task has a worker of its own, so nothing is queued there
    /// @param clock in nanoseconds
    Lane(int number, boolean alone, Office office, Sender sender, LongSupplier clock) {
        this.number = number;
        this.alone = alone;
        this.office = office;
        this.sender = sender;
        this.clock = clock;
        this.idleSince = clock.getAsLong();
    }

    /// A call whose arguments are ready.
    synchronized void add(Call call) {
        if (call.urgent) {
            waiting.addFirst(call);
        } else {
            waiting.addLast(call);
        }
        pump();
    }

    /// Takes a call back that was not sent yet.
    synchronized boolean withdraw(Call call) {
        return waiting.remove(call);
    }

    /// A call that was sent is over.
    synchronized void done(Peer worker, long nanos) {
        sent--;
        Place place = places.get(worker.process());
        if (place != null) {
            place.sent--;
        }
        meanNanos = meanNanos == 0 ? Math.max(1, nanos) : (meanNanos * 7 + nanos) / 8;
        if (sent == 0 && waiting.isEmpty()) {
            idleSince = clock.getAsLong();
        }
        if (othersWait && place != null) {
            takeTurns(place);
        }
        pump();
        if (othersWait) {
            giveBackIdle();
        }
    }

    synchronized void granted(long lease, Peer worker, boolean othersWait) {
        othersWait(othersWait);
        places.computeIfAbsent(worker.process(), process -> new Place(worker)).leases.add(lease);
        pump();
        tellSlots();
        if (othersWait) {
            giveBackIdle();
        }
    }

    /// Whether somebody else waits for what the leases here hold.
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

    /// Everything that waits here, which never runs.
    synchronized List<Call> drain() {
        List<Call> all = List.copyOf(waiting);
        waiting.clear();
        wanted = useful();
        office.demand(this, wanted);
        return all;
    }

    /// The worker is gone, or the head took the lease away. What was sent there comes back one by one.
    synchronized void lost(long lease) {
        for (Place place : places.values()) {
            place.leases.remove(lease);
            place.blocked.remove(lease);
        }
        places.values().removeIf(place -> place.slots() == 0 && place.sent == 0);
        tellSlots();
        ask();
    }

    /// Calls that were sent to a worker that is gone run elsewhere, or not at all.
    synchronized void lost(int worker) {
        Place place = places.remove(worker);
        if (place != null) {
            sent -= place.sent;
        }
        pump();
    }

    /// A task at the worker waits for something, or goes on.
    synchronized void idle(Peer worker, boolean waits) {
        Place place = places.get(worker.process());
        List<Long> from = place == null ? List.of() : waits ? place.leases : place.blocked;
        if (!from.isEmpty()) {
            long lease = from.removeLast();
            (waits ? place.blocked : place.leases).add(lease);
            office.blocked(lease, waits);
            pump();
        }
    }

    /// Whether there is a lease at that worker.
    synchronized boolean holds(Peer worker) {
        Place place = places.get(worker.process());
        return place != null && place.slots() > 0;
    }

    /// There is room on the way to a worker again.
    synchronized void room() {
        if (!waiting.isEmpty()) {
            pump();
        }
    }

    // Somebody else could use what is idle here. The demand is lowered first, or the head would grant it again.
    private void giveBackIdle() {
        for (Place place : places.values()) {
            while (!place.leases.isEmpty() && place.slots() > (waiting.isEmpty() ? place.sent : place.slots())) {
                lowerDemand();
                office.giveBack(place.leases.removeLast());
            }
        }
        places.values().removeIf(place -> place.slots() == 0 && place.sent == 0);
        tellSlots();
    }

    private void lowerDemand() {
        int useful = useful();
        if (useful < wanted) {
            wanted = useful;
            office.demand(this, wanted);
        }
    }

    // Others wait although nothing is idle: now and then it is their turn. What was sent ahead ends first, for without the lease it must not
    // run.
    private void takeTurns(Place place) {
        long now = clock.getAsLong();
        if (!place.yields && !place.leases.isEmpty() && now - turnSince > TURN_NANOS) {
            turnSince = now;
            place.yields = true;
        }
        if (place.yields && (place.sent < place.slots() || place.sent == 0)) {
            place.yields = false;
            if (!place.leases.isEmpty()) {
                office.giveBack(place.leases.removeLast());
                tellSlots();
            }
        }
    }

    /// Called every now and then.
    synchronized void tick(long now, long patienceNanos) {
        if (sent == 0 && waiting.isEmpty() && !places.isEmpty() && now - idleSince > patienceNanos) {
            giveBackIdle();
        }
    }

    private void pump() {
        while (!waiting.isEmpty()) {
            Place place = leastBusy();
            if (place == null) {
                break;
            }
            Call call = waiting.pollFirst();
            place.sent++;
            sent++;
            place.told = place.slots();
            sender.run(this, call, place.peer, place.told);
        }
        ask();
    }

    private Place leastBusy() {
        Place best = null;
        long bestLoad = Long.MAX_VALUE;
        for (Place place : places.values()) {
            int slots = place.leases.size();
            int most = slots + (alone ? 0 : slots * ahead());
            if (place.sent - place.blocked.size() < most && !place.yields && !place.peer.congested()) {
                long load = (place.sent - place.blocked.size()) * 1000L / slots;
                if (load < bestLoad) {
                    best = place;
                    bestLoad = load;
                }
            }
        }
        return best;
    }

    // While others wait, nothing is queued behind what takes long: they would wait for that, too.
    private int ahead() {
        return meanNanos == 0 ? othersWait ? 0 : FIRST_AHEAD : Math.clamp(AHEAD_NANOS / meanNanos, othersWait ? 0 : 1, MOST_AHEAD);
    }

    // Asks for more rather generously, so that it does not have to ask for each.
    private void ask() {
        int useful = useful();
        if (useful > wanted) {
            wanted = Math.min(MOST_WANTED, Math.max(useful, wanted * 2));
            office.demand(this, wanted);
        }
    }

    private int useful() {
        return Math.min(waiting.size() + sent, MOST_WANTED);
    }

    private void tellSlots() {
        for (Place place : places.values()) {
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
