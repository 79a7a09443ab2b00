package dev.troupe.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// The tasks of one lane of a submitter in a worker, as [RunQueue] runs them.
final class SimRoom {
    /// @param children how many others it asks for and waits for, one after the other
    record Task(SimParty submitter, int depth, int children) {}

    /// A task that runs: again, perhaps.
    static final class Attempt {
        final long number;
        final Task task;
        int children;
        /// The task that it waits for; 0 for none.
        long waitsFor;

        Attempt(long number, Task task) {
            this.number = number;
            this.task = task;
            this.children = task.children;
        }
    }

    final SimParty worker;
    final SimParty submitter;
    final int lane;
    final Deque<Attempt> waiting = new ArrayDeque<>();
    final List<Attempt> active = new ArrayList<>();
    int slots;

    SimRoom(SimParty worker, SimParty submitter, int lane) {
        this.worker = worker;
        this.submitter = submitter;
        this.lane = lane;
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
