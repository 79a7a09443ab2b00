package dev.troupe.calls;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.head.ActorKey;
import dev.troupe.objects.CallerId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/// One life of an actor of a [SubmitterSimulation]: runs one call after the other, as `CallQueue` does.
final class SimActor implements SimStage {
    private final SimParty worker;
    final ActorKey key;
    final int incarnation;
    final CallerId caller = new CallerId();
    private final Deque<SimWork.Attempt> waiting = new ArrayDeque<>();
    /// The newest call that each caller has had begun.
    private final Map<CallerId, Long> begun = new HashMap<>();
    /// Null for none.
    SimWork.Attempt running;

    SimActor(SimParty worker, ActorKey key, int incarnation) {
        this.worker = worker;
        this.key = key;
        this.incarnation = incarnation;
    }

    @Override
    public SimParty worker() {
        return worker;
    }

    void ask(long number, SimWork work) {
        waiting.add(new SimWork.Attempt(number, work, caller));
        start();
    }

    /// The one that ran is over.
    void over() {
        running = null;
        start();
    }

    private void start() {
        if (running == null && !waiting.isEmpty()) {
            running = waiting.poll();
            long before = begun.merge(running.work.submittedAs(), running.number, (earlier, _) -> earlier);
            assertTrue(before <= running.number, () -> "call " + before + " came before call " + running.number + " of the same caller");
            begun.put(running.work.submittedAs(), running.number);
        }
    }

    /// What waits never runs, what runs does nothing more.
    void cancel(SimParty by, long number) {
        waiting.removeIf(attempt -> attempt.number == number && attempt.work.submitter() == by);
        if (running != null && running.number == number) {
            running.children = 0;
            running.waitsFor = 0;
        }
    }
}
