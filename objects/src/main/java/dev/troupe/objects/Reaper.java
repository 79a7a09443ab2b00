package dev.troupe.objects;

import java.lang.System.Logger.Level;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Runs an action when an object is no longer referred to. Like [java.lang.ref.Cleaner], but its thread ends as soon as it is closed.
public final class Reaper implements AutoCloseable {
    private static final class Tracked extends PhantomReference<Object> {
        final Runnable action;

        Tracked(Object object, ReferenceQueue<Object> queue, Runnable action) {
            super(object, queue);
            this.action = action;
        }
    }

    private final ReferenceQueue<Object> queue = new ReferenceQueue<>();
    private final Set<Tracked> all = ConcurrentHashMap.newKeySet();
    private final Thread thread = Thread.ofPlatform().daemon().name("troupe-reaper").start(this::reap);
    private volatile boolean closed;

    /// Runs an action when the object is no longer referred to.
    ///
    /// @param action must not refer to the object
    public void register(Object object, Runnable action) {
        all.add(new Tracked(object, queue, action));
    }

    private void reap() {
        while (!closed) {
            try {
                Tracked gone = (Tracked) queue.remove();
                all.remove(gone);
                gone.action.run();
            } catch (InterruptedException e) {
                // checks whether it is closed
            } catch (RuntimeException | Error e) { // after any failure, other objects must still be released
                if (!closed) {
                    System.getLogger("dev.troupe.runtime").log(Level.WARNING,
                            "the resources of a garbage-collected object could not be released", e);
                }
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        all.clear();
        thread.interrupt();
    }
}
