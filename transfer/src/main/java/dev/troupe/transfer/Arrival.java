package dev.troupe.transfer;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// An object on its way to this node, for all who wait for it. It stays in its place until each of them has pinned it.
final class Arrival {
    private final CompletableFuture<Long> local = new CompletableFuture<>();
    private Runnable release = () -> {};
    /// The callers, and the thread that brings it.
    private int waiting = 1;
    private Pull pull;
    private PullException failure;

    /// Another caller waits; false if the object may already have left its place.
    synchronized boolean join() {
        if (waiting > 0) {
            waiting++;
        }
        return waiting > 0;
    }

    /// A caller has pinned it, or waits no longer.
    void leave() {
        Runnable last = () -> {};
        synchronized (this) {
            if (waiting > 0 && --waiting == 0) {
                last = release;
            }
        }
        last.run();
    }

    synchronized void begun(Pull begun) throws PullException {
        pull = begun;
        if (failure != null) {
            throw failure;
        }
    }

    /// Who brought it leaves before the others know, so that the last of them to return has left nothing pinned but what it asked for.
    ///
    /// @param afterwards is called when everybody has left
    void arrived(long id, Runnable afterwards) {
        synchronized (this) {
            release = afterwards;
        }
        leave();
        local.complete(id);
    }

    void failed(PullException why) {
        leave();
        local.completeExceptionally(why);
    }

    /// Ends it from outside, in whatever state it is.
    void abort(PullException why) {
        Pull running;
        synchronized (this) {
            failure = why;
            running = pull;
        }
        if (running != null) {
            running.fail(why);
        }
    }

    /// The id of the copy in the store of this node.
    long await() throws PullException, InterruptedException {
        try {
            return local.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof PullException why) {
                throw why.again();
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
