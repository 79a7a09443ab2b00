package dev.troupe.task;

import dev.troupe.text.Durations;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/// Lets a ready-made middleware wait for data from a peer. It is woken on arrival, by `finish` or by a failure, and never polls.
record Patience(Task<?> task, Duration timeout, String what, LongWait longWait) {
    private static final System.Logger LOG = System.getLogger("dev.troupe.task");

    Patience {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("a timeout of " + Durations.text(timeout) + " leaves no time to wait: give more than 0 s");
        }
    }

    Patience(Task<?> task, Duration timeout, String what) {
        this(task, timeout, what, new LongWait(task.life()));
    }

    Patience with(Duration other) {
        return new Patience(task, other, what, longWait);
    }

    /// For optional data: continues with a warning after the timeout.
    void welcome(BooleanSupplier there) throws InterruptedException {
        if (!longWait.await(there, timeout, this::waiting)) {
            LOG.log(System.Logger.Level.WARNING,
                    "node " + task.router().nodeId() + " continues without " + what + ", which did not arrive within "
                            + Durations.text(timeout));
        }
    }

    /// For required data: warns after each timeout and continues to wait as long as there is a peer that could send it.
    ///
    /// @return false if the task finished instead
    boolean require(BooleanSupplier there) throws InterruptedException {
        while (!longWait.await(there, timeout, this::waiting)) {
            if (task.router().peers().isEmpty()) {
                throw new EventTimeoutException("node " + task.router().nodeId() + " waited " + Durations.text(timeout) + " for " + what
                        + " and no linked peer can send it; start one, or wait longer with timeout(…)");
            }
            LOG.log(System.Logger.Level.WARNING, "node " + task.router().nodeId() + " still waits for " + what + " after "
                    + Durations.text(timeout) + "; linked peers: " + task.router().peers());
        }
        return there.getAsBoolean();
    }

    private String waiting() {
        Set<Integer> peers = new TreeSet<>(task.router().peers());
        return "node " + task.router().nodeId() + " still waits for " + what + "; "
                + (peers.isEmpty() ? "no linked process can send it" : "the linked nodes are " + peers);
    }
}
