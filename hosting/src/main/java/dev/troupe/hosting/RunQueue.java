package dev.troupe.hosting;

import dev.troupe.messages.Failure;
import dev.troupe.messages.Message;
import dev.troupe.messages.Outcome;
import dev.troupe.messages.Peer;
import dev.troupe.transport.BriefWait;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/// The tasks of one lane of one submitter, in the worker: as many run at the same time as the submitter has leases, not counting those that wait
/// for an object.
final class RunQueue {
    private static final Logger LOG = System.getLogger("dev.troupe.runtime");
    private static final long RUNS_ON_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Peer submitter;
    private final int lane;
    private final Executor threads;
    private final Execution execution;
    private final Deque<Message.Run> waiting = new ArrayDeque<>();
    private final List<Running> active = new ArrayList<>();
    private int slots;
    /// Threads that run a task or are about to take one.
    private int running;
    /// Tasks that wait for an object.
    private int idle;
    /// Idle threads; the last one to become idle is woken first.
    private final Deque<Rest> resting = new ArrayDeque<>();
    /// In a conversation of small calls the next one is near.
    private final BriefWait soon = new BriefWait(Rest.POLL_NANOS);
    /// Called for each task that ends after all tasks were cancelled; null before.
    private Runnable ended;

    /// A running task and its thread.
    private static final class Running {
        final Message.Run run;
        final Thread thread = Thread.currentThread();
        boolean cancelled;
        /// When it was first seen to run after its cancellation; 0 before.
        long runsOnSince;
        boolean logged;

        Running(Message.Run run) {
            this.run = run;
        }

        void cancel() {
            cancelled = true;
            thread.interrupt();
        }

        void log() {
            StackTraceElement[] stack = thread.getStackTrace();
            LOG.log(Level.WARNING, () -> run.name() + " was cancelled " + TimeUnit.NANOSECONDS.toSeconds(RUNS_ON_NANOS)
                    + " s ago and still runs in thread " + thread.getName() + (stack.length == 0 ? "" : " at " + stack[0])
                    + ": it keeps its CPU until it ends; make its code end when its thread is interrupted");
        }
    }

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

    /// True if there is nothing left to do here.
    boolean slots(int now) {
        synchronized (this) {
            slots = now;
            if (now == 0 && waiting.isEmpty() && active.isEmpty()) {
                return true;
            }
        }
        start();
        return false;
    }

    // Starts a thread for each task that no thread is about to take, while there are slots.
    private void start() {
        while (true) {
            Rest rest;
            synchronized (this) {
                int aboutToTake = running - (active.size() - idle);
                if (waiting.size() <= aboutToTake || running >= slots - idle) {
                    return;
                }
                running++;
                rest = resting.pollLast();
            }
            if (rest != null) {
                rest.end();
            } else {
                threads.execute(this::work);
            }
        }
    }

    private void work() {
        for (Message.Run run = next(); run != null; run = next()) {
            execution.run(submitter, run, this::waits, this::done);
        }
    }

    // The next task to run; null if there was none for a while.
    private Message.Run next() {
        while (true) {
            Rest rest;
            synchronized (this) {
                if (running <= slots - idle && !waiting.isEmpty()) {
                    Message.Run run = waiting.pollFirst();
                    active.add(new Running(run));
                    return run;
                }
                running--;
                rest = new Rest();
                resting.addLast(rest);
            }
            if (!rest.await(soon) && leave(rest)) {
                return null;
            }
        }
    }

    // False if it was given work at the last moment.
    private synchronized boolean leave(Rest rest) {
        return resting.remove(rest);
    }

    // Before the answer is sent: a cancellation from now on is too late.
    private void done() {
        Runnable told;
        synchronized (this) {
            active.removeIf(one -> one.thread == Thread.currentThread());
            told = ended;
            Thread.interrupted();
        }
        if (told != null) {
            told.run();
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

    /// Ends a task: one that waits never runs, one that runs is interrupted. The submitter is notified when it has ended.
    void cancel(long number) {
        synchronized (this) {
            for (Running one : active) {
                if (one.run.number() == number) {
                    one.cancel();
                    return;
                }
            }
            if (!waiting.removeIf(run -> run.number() == number)) {
                return;
            }
        }
        submitter.send(new Message.Done(number, new Outcome.Failed(new Failure.Other("it was cancelled")), 0));
    }

    /// Cancels all tasks: those that wait never run, those that run are interrupted.
    ///
    /// @param each called whenever one of them has ended
    void end(Runnable each) {
        synchronized (this) {
            waiting.clear();
            ended = each;
            active.forEach(Running::cancel);
        }
    }

    /// The number of running tasks, including those that wait for an object.
    synchronized int active() {
        return active.size();
    }

    /// Called periodically: logs tasks that still run although they were cancelled.
    void tick(long now) {
        List<Running> runOn = new ArrayList<>(0);
        synchronized (this) {
            for (Running one : active) {
                if (one.cancelled && one.runsOnSince == 0) {
                    one.runsOnSince = now;
                } else if (one.cancelled && !one.logged && now - one.runsOnSince > RUNS_ON_NANOS) {
                    one.logged = true;
                    runOn.add(one);
                }
            }
        }
        runOn.forEach(Running::log);
    }
}
