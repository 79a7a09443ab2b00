package dev.troupe.head;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// All work that waits for resources, served in turn: the work that was served longest ago comes first.
final class Queue {
    private static final Object SEVERAL = new Object();
    private final TreeSet<Waiter> waiting = new TreeSet<>(Comparator.comparingLong(Waiter::served).thenComparingLong(Waiter::order));
    /// Added since the last round; the others need no check unless more resources are free now.
    private final Set<Waiter> fresh = new LinkedHashSet<>();
    /// Those that would have resources if leases were returned.
    private final Set<Waiter> starved = new LinkedHashSet<>();
    private boolean moreRoom;
    private long turns;

    long nextOrder() {
        return ++turns;
    }

    void moreRoom() {
        moreRoom = true;
    }

    /// To be called whenever the needs of a waiter have changed.
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

    /// Serves as many as possible. A new waiter that can never fit is told at once, because waiting does not help.
    void serve(Outbox out) {
        if (!moreRoom && !fresh.isEmpty()) {
            var full = new HashMap<Object, Boolean>();
            for (var waiter : List.copyOf(fresh)) {
                while (waiter.missing() > 0 && serve(waiter, full)) {
                    // until it has what it wants
                }
            }
        }
        while (moreRoom) { // a group that is placed provides resources for others
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

    /// @param full kinds that found no resources in this round, and whether leases are in the way
    private boolean serve(Waiter waiter, Map<Object, Boolean> full) {
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

    /// Whether others wait for leases.
    boolean othersWait(Waiter waiter) {
        return starved.size() > (starved.contains(waiter) ? 1 : 0);
    }

    /// While this number stays the same, so does [#othersWait] for everyone.
    Object starvation() {
        return starved.isEmpty() ? null : starved.size() > 1 ? SEVERAL : starved.iterator().next();
    }

    /// Lets those that wait for long report why.
    void tick(long now, long patienceNanos, Outbox out) {
        for (var waiter : waiting) {
            if (waiter.starvesFor(now) >= patienceNanos) {
                waiter.sayWhy(out);
            }
        }
    }

    List<Cluster.Waiting> view() {
        return waiting.stream().map(waiter -> new Cluster.Waiting(waiter.what(), waiter.missing(), waiter.whyItWaits())).toList();
    }
}
