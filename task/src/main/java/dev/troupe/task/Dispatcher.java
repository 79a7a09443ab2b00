package dev.troupe.task;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/// Delivers events to the listeners of the open task, one at a time and in order, on its own thread.
///
/// It is a platform thread, because busy virtual threads of the user would starve it. Events from a peer for a listener or task that does not exist
/// yet are held. They still count against the window of that peer's link, so their number is bounded.
final class Dispatcher {
    private static final Logger LOG = System.getLogger("dev.troupe.task");
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Inbox inbox = new Inbox();
    private final HeldEvents held = new HeldEvents(this::tryDeliver, this::eventOf);
    private final EarlyNews early = new EarlyNews(this::tryNews);
    private final LongAdder received = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final EventCodec.Reader reader;
    private volatile Events current;
    private volatile int lastTask;
    private volatile Thread thread;
    private boolean closed;

    Dispatcher(EventCodec codec) {
        reader = codec.reader();
    }

    /// Events go to this task from now on.
    synchronized void serve(Events opened) {
        current = opened;
        lastTask = opened.task();
        if (thread == null) {
            thread = Thread.ofPlatform().daemon().name("troupe-listeners").start(this::run);
        }
        recheck();
    }

    /// No task is open: events for the last one are dropped.
    synchronized void leave(Events closing) {
        if (current == closing) {
            current = null;
        }
        recheck();
    }

    /// The events of the open task, or null.
    Events current() {
        return current;
    }

    void close() {
        inbox.add(new Queued.Mark(() -> closed = true));
    }

    boolean isListenerThread() {
        return Thread.currentThread().equals(thread);
    }

    void addLocal(Queued.Local event) {
        if (isListenerThread()) {
            inbox.add(event);
            return;
        }
        try {
            inbox.addBounded(event);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TaskFailedException("interrupted while emitting '" + event.event() + "'", e);
        }
    }

    void add(Queued delivered) {
        inbox.add(delivered);
    }

    /// Queues the newest value of an event; an older one that still waits is dropped.
    void addLatest(Queued.Newest slot, Object value) {
        Object old = slot.replace(value);
        if (old == null) {
            inbox.add(slot);
            return;
        }
        dropped.increment();
        if (slot.from() != null) {
            slot.from().releaseLatest((byte[]) old);
        }
    }

    void recheck() {
        inbox.add(new Queued.Mark(this::retry));
    }

    /// Called every second. In a program that never enters `run` or `waitFor`, one event without a listener should not block all others forever:
    /// after a while without new listeners, events that have a listener may overtake it.
    void tick() {
        Events open = current;
        if (held.any() && open != null && open.sinceLastListener().compareTo(PATIENCE) > 0) {
            inbox.add(new Queued.Mark(() -> letPass(open)));
        }
    }

    private void letPass(Events open) {
        if (!held.passing() && open == current && open.waitsForListeners()) {
            String first = held.letPass();
            LOG.log(Level.WARNING,
                    "''{0}'' has waited {1} s for a listener, and this task has not entered run or waitFor: events that have a"
                            + " listener now overtake it; call ready() when all listeners are registered",
                    first, PATIENCE.toSeconds());
        }
    }

    /// Waits until the listeners have handled everything that is queued now.
    void awaitQuiet() {
        CountDownLatch done = new CountDownLatch(1);
        inbox.add(new Queued.Mark(done::countDown));
        try {
            while (!done.await(100, TimeUnit.MILLISECONDS)) {
                if (!thread.isAlive()) {
                    return; // it was closed before the task, so there is nothing to wait for
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    long received() {
        return received.sum();
    }

    long dropped() {
        return dropped.sum();
    }

    private void run() {
        Queued[] batch = new Queued[0];
        while (!closed) {
            batch = inbox.take(batch);
            for (int i = 0; i < batch.length && batch[i] != null; i++) {
                Queued next = batch[i];
                batch[i] = null;
                try {
                    dispatch(next);
                } catch (RuntimeException e) {
                    unreadable(e);
                }
            }
        }
    }

    /// A message that cannot be read must not end this thread, because no event would be delivered any more.
    private void unreadable(RuntimeException e) {
        Events open = current;
        if (open != null) {
            open.failed(new TaskFailedException("an event cannot be read: " + e, e));
        } else {
            LOG.log(Level.ERROR, "an event cannot be read", e);
        }
    }

    private void dispatch(Queued next) {
        switch (next) {
            case Queued.Local(String event, Object[] arguments) -> {
                Events open = current;
                if (open != null) {
                    open.deliver(null, event, arguments);
                }
            }
            case Queued.Mark(Runnable then) -> then.run();
            case Queued.News news -> early.arrive(news);
            case Queued.Newest slot when slot.from() == null -> {
                Events open = current;
                Object[] arguments = (Object[]) slot.take();
                if (open != null) {
                    open.deliver(null, slot.event(), arguments);
                }
            }
            case Queued.Newest _,Queued.Remote _ -> held.arrive(next);
        }
    }

    private boolean tryDeliver(Queued event) {
        return switch (event) {
            case Queued.Remote remote -> tryRemote(remote);
            case Queued.Newest newest -> tryNewest(newest);
            case Queued.Local _,Queued.Mark _,Queued.News _ -> throw new IllegalStateException("only events from peers are held");
        };
    }

    /// False if its listener may still be registered, in a task that is open or will be opened.
    private boolean tryNews(Queued.News news) {
        Events open = current;
        if (news.kept() && (open == null ? lastTask == 0 : open.holds(news.event()))) {
            return false;
        }
        if (open != null) {
            open.deliver(null, news.event(), news.arguments());
        }
        return true;
    }

    private void retry() {
        early.retry();
        held.retry();
    }

    private String eventOf(Queued event) {
        return switch (event) {
            case Queued.Remote remote -> {
                reader.open(remote.message());
                yield reader.event();
            }
            case Queued.Newest newest -> newest.event();
            case Queued.Local local -> local.event();
            case Queued.News news -> news.event();
            case Queued.Mark _ -> "";
        };
    }

    /// Values in a slot are taken only when they can be delivered, so that a newer value can still replace them.
    private boolean tryNewest(Queued.Newest slot) {
        reader.open((byte[]) slot.value().get());
        if (holds()) {
            return false;
        }
        byte[] message = (byte[]) slot.take();
        reader.open(message);
        deliver(slot.from(), message);
        slot.from().releaseLatest(message);
        return true;
    }

    private boolean tryRemote(Queued.Remote remote) {
        reader.open(remote.message());
        if (holds()) {
            return false;
        }
        deliver(remote.from(), remote.message());
        remote.from().release(remote.message());
        return true;
    }

    /// Whether the opened message is for a task, or a listener, that does not exist yet.
    private boolean holds() {
        Events open = current;
        int task = reader.task();
        return task > lastTask || (open != null && task == open.task() && open.holds(reader.event()));
    }

    /// Delivers the opened message to its listeners, unless it claims to be an event of our own router.
    private void deliver(Sender from, byte[] message) {
        Events open = current;
        if (open == null || open.ended() || reader.task() != open.task()) {
            return;
        }
        String event = reader.event();
        if (Queued.News.tells(event)) {
            return;
        }
        Object[] arguments;
        try {
            arguments = reader.arguments();
        } catch (RuntimeException e) {
            open.failed(
                    new TaskFailedException("event '" + event + "' from node " + from.nodeId() + " cannot be read: " + e.getMessage(), e));
            return;
        }
        received.increment();
        from.received(event, message.length);
        open.deliver(from, event, arguments);
    }
}
