package dev.troupe.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/// The tasks of one lane of one submitter, in the worker: as many run at once as the submitter has leases for, those that wait for an object
/// not counted.
final class RunQueue {
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Peer submitter;
    private final int lane;
    private final Executor threads;
    private final Execution execution;
    private final Deque<Message.Run> waiting = new ArrayDeque<>();
    private final List<Running> active = new ArrayList<>();
    private int slots;
    private int running;
    /// Threads that wait for more, and how many of those that did were given work since.
    private int resting;
    private int hired;
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

    // One thread for each slot that is free and each task that waits: those that rest here first.
    private void start() {
        int more;
        synchronized (this) {
            more = Math.min(waiting.size(), slots - idle - running);
            for (; more > 0 && resting > 0; more--) {
                resting--;
                hired++;
                running++;
                notify();
            }
            running += Math.max(0, more);
        }
        for (; more > 0; more--) {
            threads.execute(this::work);
        }
    }

    private void work() {
        for (Message.Run run = next(); run != null; run = next()) {
            execution.run(submitter, run, this::waits);
            done(run);
        }
    }

    // The task to run next; null when there was none for a while.
    private synchronized Message.Run next() {
        while (running > slots - idle || waiting.isEmpty()) {
            running--;
            resting++;
            long deadline = System.nanoTime() + REST_NANOS;
            while (hired == 0) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0) {
                    resting--;
                    return null;
                }
                try {
                    wait(left);
                } catch (InterruptedException e) {
                    // a cancellation that came too late is not the next task's
                }
            }
            hired--;
        }
        Message.Run run = waiting.pollFirst();
        active.add(new Running(run.number(), Thread.currentThread()));
        return run;
    }

    private synchronized void done(Message.Run run) {
        active.removeIf(one -> one.number == run.number());
        Thread.interrupted();
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
