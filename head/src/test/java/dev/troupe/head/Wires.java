package dev.troupe.head;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Messages under way: in order between two parties, in any order otherwise.
final class Wires {
    private final Map<Between, Deque<Runnable>> wires = new HashMap<>();
    private final List<Between> busy = new ArrayList<>();

    private record Between(Object from, Object to) {}

    void send(Object from, Object to, Runnable arrival) {
        var between = new Between(from, to);
        var wire = wires.computeIfAbsent(between, _ -> new ArrayDeque<>());
        if (wire.isEmpty()) {
            busy.add(between);
        }
        wire.add(arrival);
    }

    /// Lets one message arrive; false when there is none.
    boolean deliver(Random random) {
        if (busy.isEmpty()) {
            return false;
        }
        int at = random.nextInt(busy.size());
        var between = busy.get(at);
        var wire = wires.get(between);
        var arrival = wire.remove();
        if (wire.isEmpty()) {
            busy.set(at, busy.getLast());
            busy.removeLast();
            wires.remove(between);
        }
        arrival.run();
        return true;
    }
}
