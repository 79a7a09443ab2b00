package dev.troupe.hosting;

import dev.troupe.messages.Failure;
import dev.troupe.messages.Message;
import dev.troupe.messages.Outcome;
import dev.troupe.messages.Peer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/// The tasks of one lane of one submitter, in the worker: as many run at once as the submitter has leases for, those that wait for an object
/// not counted.
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
    /// Threads that wait for more; who rested last is called first.
    private final Deque<Rest> resting = new ArrayDeque<>();
    /// Told of each task that ends once nobody wants them any more; null before.
    private Runnable ended;

    /// A task that runs, and who runs it.
    private static final class Running {
        final Message.Run run;
        final Thread thread = Thread.currentThread();
        boolean cancelled;
        /// When it was first seen to run on; 0 before.
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

    /// True when nothing is to be done here any more.
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

    // A thread for each task that none is about to take, while there are slots.
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

    // The task to run next; null when there was none for a while.
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
            if (!rest.await() && leave(rest)) {
                return null;
            }
        }
    }

    // False when it was given work in the last moment.
    private synchronized boolean leave(Rest rest) {
        return resting.remove(rest);
    }

    // Before the answer leaves: a cancellation that comes now is too late.
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

    /// Ends a task: one that waits never runs, one that runs is interrupted. The submitter hears of it when it is over.
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

    /// Nobody wants these tasks any more: those that wait never run, those that run are interrupted.
    ///
    /// @param each called whenever one of them has ended
    void end(Runnable each) {
        synchronized (this) {
            waiting.clear();
            ended = each;
            active.forEach(Running::cancel);
        }
    }

    /// How many run, those included that wait for an object.
    synchronized int active() {
        return active.size();
    }

    /// Called every now and then: says what runs on although it was cancelled.
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
