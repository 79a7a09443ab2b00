package dev.troupe.calls;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// The tasks of one lane of a submitter in a worker of a [SubmitterSimulation], as `RunQueue` runs them.
final class SimRoom implements SimStage {
    final SimParty worker;
    final SimParty submitter;
    final int lane;
    final Deque<SimWork.Attempt> waiting = new ArrayDeque<>();
    final List<SimWork.Attempt> active = new ArrayList<>();
    int slots;

    SimRoom(SimParty worker, SimParty submitter, int lane) {
        this.worker = worker;
        this.submitter = submitter;
        this.lane = lane;
    }

    @Override
    public SimParty worker() {
        return worker;
    }

    void slots(int now) {
        slots = now;
        start();
    }

    void start() {
        while (active.size() < slots && !waiting.isEmpty()) {
            active.add(waiting.pollFirst());
        }
    }
}
