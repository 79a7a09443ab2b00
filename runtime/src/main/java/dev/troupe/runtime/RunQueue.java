package dev.troupe.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;

/// The tasks of one lane of one submitter, in the worker: as many run at once as the submitter has leases for, those that wait for an object
/// not counted.
final class RunQueue {
    private final Peer submitter;
    private final int lane;
    private final Executor threads;
    private final Execution execution;
    private final Deque<Message.Run> waiting = new ArrayDeque<>();
    private final List<Running> active = new ArrayList<>();
    private int slots;
    private int running;
    private int idle;

    /// A task that runs, and who runs it.
    private record Running(long number, Thread thread) {}

    RunQueue(Peer submitter, int lane, Executor threads, Execution execution) {
        this.submitter = submitter;
        this.lane = lane;
        this.threads = threads;
        this.execution = execution;
    }

    void add(Message.Run run) {
        synchronized (this) {
            slots = run.slots();
            if (run.urgent()) {
                waiting.addFirst(run);
            } else {
                waiting.addLast(run);
            }
        }
        start();
    }

    void slots(int now) {
        synchronized (this) {
            slots = now;
        }
        start();
    }

    // Each thread takes one task after another: one more is started for each slot that is free.
    private void start() {
        while (true) {
            synchronized (this) {
                if (waiting.isEmpty() || running >= slots - idle) {
                    return;
                }
                running++;
            }
            threads.execute(this::work);
            synchronized (this) {
                if (running >= slots - idle || running >= waiting.size()) {
                    return;
                }
            }
        }
    }

    private void work() {
        Thread me = Thread.currentThread();
        Running last = null;
        while (true) {
            Message.Run run;
            synchronized (this) {
                active.remove(last);
                if (running > slots - idle || waiting.isEmpty()) {
                    running--;
                    return;
                }
                run = waiting.pollFirst();
                last = new Running(run.number(), me);
                active.add(last);
            }
            execution.run(submitter, run, this::waits);
            Thread.interrupted(); // a cancellation that came too late is not the next task's
        }
    }

    private void waits(boolean waits) {
        synchronized (this) {
            int one = waits ? 1 : -1;
            idle += one;
            running -= one;
        }
        submitter.send(new Message.Idle(lane, waits));
        start();
    }

    /// Ends a task: one that waits never runs, one that runs is interrupted.
    boolean cancel(long number) {
        synchronized (this) {
            for (Running one : active) {
                if (one.number == number) {
                    one.thread.interrupt();
                    return true;
                }
            }
            return waiting.removeIf(run -> run.number() == number);
        }
    }

    /// Nobody wants these tasks any more.
    void end() {
        synchronized (this) {
            waiting.clear();
            active.forEach(one -> one.thread.interrupt());
        }
    }
}
