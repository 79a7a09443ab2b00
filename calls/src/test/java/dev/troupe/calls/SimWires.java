package dev.troupe.calls;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// What is on its way in a [SubmitterSimulation]: in order between each two, and as slow as it takes.
final class SimWires {
    private record Wire(int from, int to) {}

    private final Map<Wire, Deque<Runnable>> wires = new LinkedHashMap<>();

    void add(int from, int to, Runnable arrival) {
        wire(from, to).add(arrival);
    }

    private Deque<Runnable> wire(int from, int to) {
        return wires.computeIfAbsent(new Wire(from, to), _ -> new ArrayDeque<>());
    }

    /// What can arrive next.
    List<Runnable> arrivals() {
        return wires.values().stream().filter(wire -> !wire.isEmpty()).<Runnable>map(wire -> () -> wire.poll().run()).toList();
    }

    /// What the dead one has said last is heard by nobody, perhaps.
    void cut(int dead, Random random) {
        wires.forEach((wire, said) -> {
            while (wire.from == dead && !said.isEmpty() && random.nextBoolean()) {
                said.removeLast();
            }
        });
    }

    void clear(int from, int to) {
        wire(from, to).clear();
    }
}
