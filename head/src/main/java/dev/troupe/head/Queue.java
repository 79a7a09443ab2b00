package dev.troupe.head;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Everybody who waits for room, served in turn: who was served longest ago comes first.
final class Queue {
    private static final Object SEVERAL = new Object();
    private final TreeSet<Waiter> waiting = new TreeSet<>(Comparator.comparingLong(Waiter::served).thenComparingLong(Waiter::order));
    /// Came since the last round; the others need not be looked at unless there is more room now.
    private final Set<Waiter> fresh = new LinkedHashSet<>();
    /// Those who would have room if leases came back.
    private final Set<Waiter> starved = new LinkedHashSet<>();
    private final long pauseNanos;
    private boolean moreRoom;
    private long turns;
    private long now;

    /// @param pause after the first failed start of a worker
    Queue(Duration pause) {
        pauseNanos = pause.toNanos();
    }

    void now(long nanos) {
        now = nanos;
    }

    long nextOrder() {
        return ++turns;
    }

    void moreRoom() {
        moreRoom = true;
    }

    /// A worker for it could not be started: it is tried again after a while, and not before.
    ///
    /// @param failures so many in a row
    void pause(Waiter waiter, int failures, String why) {
        waiter.pause(now + (pauseNanos << Math.min(failures - 1, 10)), why);
    }

    /// To be called whenever what somebody misses has changed.
    void changed(Waiter waiter) {
        if (waiter.missing() > 0) {
            waiting.add(waiter);
            fresh.add(waiter);
        } else {
            waiting.remove(waiter);
            fresh.remove(waiter);
            starved.remove(waiter);
        }
    }

    /// Serves whom it can. Who came and fits nowhere is told at once: waiting does not help.
    void serve(Outbox out) {
        if (!moreRoom && !fresh.isEmpty()) {
            var full = new HashMap<Object, Boolean>();
            for (var waiter : List.copyOf(fresh)) {
                while (waiter.missing() > 0 && serve(waiter, full)) {
                    // until it has what it wants
                }
            }
        }
        while (moreRoom) { // a group that finds its place is room for others
            moreRoom = false;
            round();
        }
        for (var waiter : fresh) {
            if (waiter.missing() > 0 && waiter.starves() && waiter.fitsNowhere()) {
                waiter.sayWhy(out);
            }
        }
        fresh.clear();
    }

    private void round() {
        var full = new HashMap<Object, Boolean>();
        var next = waiting.isEmpty() ? null : waiting.first();
        while (next != null) {
            var waiter = next;
            next = waiting.higher(waiter);
            boolean again = serve(waiter, full) && waiter.missing() > 0;
            if (next == null && again) {
                next = waiter;
            }
        }
    }

    /// @param full kinds that found no room in this round, and whether leases are in the way
    private boolean serve(Waiter waiter, Map<Object, Boolean> full) {
        if (waiter.pauses(now)) {
            return false;
        }
        var leasesInTheWay = full.get(waiter.kind());
        if (leasesInTheWay == null && waiter.serve()) {
            waiting.remove(waiter);
            starved.remove(waiter);
            waiter.servedAt(++turns);
            if (waiter.missing() > 0) {
                waiting.add(waiter);
            }
            return true;
        }
        if (leasesInTheWay == null) {
            leasesInTheWay = waiter.leasesAreInTheWay();
            full.put(waiter.kind(), leasesInTheWay);
        }
        if (leasesInTheWay) {
            starved.add(waiter);
        } else {
            starved.remove(waiter);
        }
        return false;
    }

    /// Whether somebody else waits for leases.
    boolean othersWait(Waiter waiter) {
        return starved.size() > (starved.contains(waiter) ? 1 : 0);
    }

    /// While this stays equal, so does [#othersWait] for everybody.
    Object starvation() {
        return starved.isEmpty() ? null : starved.size() > 1 ? SEVERAL : starved.iterator().next();
    }

    /// Lets those who wait in vain say why; and those go on who have paused for long enough.
    void tick(long patienceNanos, Outbox out) {
        for (var waiter : waiting) {
            moreRoom |= waiter.resumes(now);
            if (waiter.starvesFor(now) >= patienceNanos) {
                waiter.sayWhy(out);
            }
        }
    }

    List<Cluster.Waiting> view() {
        return waiting.stream().map(waiter -> new Cluster.Waiting(waiter.what(), waiter.missing(), waiter.whyItWaits())).toList();
    }
}
