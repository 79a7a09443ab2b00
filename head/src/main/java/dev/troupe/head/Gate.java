package dev.troupe.head;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Waiters whose work needs the same resources: when there is no room for one of them, there is none for all.
final class Gate {
    /// What all waiters at a gate have in common.
    ///
    /// @param resources that must be free on one node, or in one of the bundles
    /// @param bundle for work in a placement group
    /// @param group for placement groups, which are not equal if only their smallest bundles are
    record Key(Resources resources, Optional<BundleKey> bundle, boolean group) {}

    private final Key key;
    private final Map<Object, Line> lines = new HashMap<>();
    private final TreeSet<Line> ready = new TreeSet<>(Line.IN_TURN);
    /// Lines that found no room although others might.
    private final List<Line> aside = new ArrayList<>();
    private int size;
    private boolean full;
    private boolean starved;

    /// Waiters of one kind, and therefore of one job, in turn.
    static final class Line {
        static final Comparator<Line> IN_TURN = Comparator.comparingLong((Line line) -> line.jobServed)
                .thenComparingLong(line -> line.served).thenComparingLong(line -> line.order);
        final Gate gate;
        private final Object kind;
        private final Waiter.Turn turn;
        private final long order;
        private final TreeSet<Waiter> waiters = new TreeSet<>(
                Comparator.comparingLong(Waiter::served).thenComparingLong(Waiter::order));
        /// These were true when it was last put into the order; they only grow.
        private long jobServed;
        private long served;

        Line(Gate gate, Waiter first) {
            this.gate = gate;
            this.kind = first.kind();
            this.turn = first.turn();
            this.order = first.order();
            this.jobServed = turn.served();
            this.served = first.served();
        }

        Waiter first() {
            return waiters.first();
        }

        private boolean inPlace() {
            return jobServed == turn.served() && served == first().served();
        }
    }

    Gate(Key key) {
        this.key = key;
    }

    Key key() {
        return key;
    }

    Line add(Waiter waiter) {
        var line = lines.get(waiter.kind());
        if (line == null) {
            line = new Line(this, waiter);
            lines.put(line.kind, line);
            ready.add(line);
        }
        if (line.waiters.add(waiter)) {
            size++;
        }
        return line;
    }

    void remove(Waiter waiter, Line line) {
        if (line.waiters.remove(waiter)) {
            size--;
            if (line.waiters.isEmpty()) {
                lines.remove(line.kind);
                ready.remove(line);
                aside.remove(line);
            }
        }
    }

    /// The number of waiters.
    int size() {
        return size;
    }

    /// The line whose turn it is: that of the job that was served longest ago. Null if none may find room.
    Line first() {
        while (!full && !ready.isEmpty()) {
            var line = ready.first();
            if (line.inPlace()) {
                return line;
            }
            ready.remove(line);
            line.jobServed = line.turn.served();
            line.served = line.first().served();
            ready.add(line);
        }
        return null;
    }

    /// Whether the line may find room.
    boolean mayServe(Line line) {
        return !full && !aside.contains(line);
    }

    void setAside(Line line) {
        ready.remove(line);
        aside.add(line);
    }

    void fill() {
        full = true;
    }

    /// There may be room again.
    void reopen() {
        full = false;
        ready.addAll(aside);
        aside.clear();
    }

    /// Whether there would be room if leases were returned.
    boolean starved() {
        return starved;
    }

    void starved(boolean now) {
        starved = now;
    }

    Waiter any() {
        return lines.values().iterator().next().first();
    }
}
