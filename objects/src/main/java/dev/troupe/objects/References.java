package dev.troupe.objects;

import dev.troupe.cluster.Facts;
import dev.troupe.head.Fact;
import dev.troupe.head.ProcessKey;
import dev.troupe.messages.Failure;
import dev.troupe.messages.Ids;
import dev.troupe.messages.Message;
import dev.troupe.messages.Outcome;
import dev.troupe.messages.Peer;
import dev.troupe.messages.Peers;
import dev.troupe.messages.ThisProcess;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// Which objects are referred to outside this process. Within a process the garbage collector counts references; between processes each owner knows
/// its borrowers and holds the objects for them.
///
/// The owner knows a borrower before user code sees the borrowed reference, so that the object is not released in between.
public final class References {
    private record Key(int owner, long number) {}

    /// An object that can be found by its number as long as it is held.
    private static final class Known extends WeakReference<TrackedObject> {
        final Key key;

        Known(TrackedObject object, Key key, ReferenceQueue<TrackedObject> queue) {
            super(object, queue);
            this.key = key;
        }
    }

    /// @param to how often each process has reported its reference: it may report again before it has released the first
    private record Lent(TrackedObject object, Map<Integer, Integer> to) {}

    /// A result whose new owner does not hold the references inside yet.
    private record HandedOver(int to, Outcome outcome) {}

    private record Request(int owner, CompletableFuture<Void> answer) {}

    private final ThisProcess self;
    private final Facts head;
    private final Peers peers;
    private final Map<Key, Known> known = new ConcurrentHashMap<>();
    private final ReferenceQueue<TrackedObject> gone = new ReferenceQueue<>();
    private final Map<Long, Lent> lent = new HashMap<>();
    /// Guarded by `lent`, as is whether the head knows that others need this process.
    private final Map<Long, HandedOver> handedOver = new HashMap<>();
    private boolean needed;
    private final Map<Long, Request> requests = new ConcurrentHashMap<>();
    private final AtomicLong nextRequest = new AtomicLong();
    private final Reaper reaper;
    private volatile boolean closed;

    References(ThisProcess self, Facts head, Peers peers, Reaper reaper) {
        this.self = self;
        this.head = head;
        this.peers = peers;
        this.reaper = reaper;
    }

    /// A reference is being written into a value.
    public void travels(TrackedObject object) {
        Key key = new Key(object.owner, object.number);
        if (!known.containsKey(key)) {
            forgetGone();
            known.put(key, new Known(object, key, gone));
        }
    }

    private void forgetGone() {
        for (Object one = gone.poll(); one != null; one = gone.poll()) {
            known.remove(((Known) one).key, one);
        }
    }

    /// The object with that name as this process knows it.
    public TrackedObject object(int owner, long number) {
        Key key = new Key(owner, number);
        Known one = known.get(key);
        TrackedObject object = one == null ? null : one.get();
        if (object != null) {
            return object;
        }
        synchronized (known) {
            forgetGone();
            one = known.get(key);
            object = one == null ? null : one.get();
            if (object == null) {
                object = new TrackedObject(owner, number);
                known.put(key, new Known(object, key, gone));
                if (owner == self.process()) {
                    object.complete(lost(object, "no reference to it is left"));
                }
            }
            return object;
        }
    }

    /// A thread in this process waits for the object: asks its owner for it, once.
    public void want(TrackedObject object) {
        if (object.owner != self.process() && object.ask() && !peers.send(object.owner, new Message.Fetch(object.number, 0))) {
            object.complete(lost(object, "the process that owned it is gone"));
        }
    }

    /// Tells the owners about the references found in a value; returns when they know.
    public void settle(Object[] found) {
        if (found == null) {
            return;
        }
        List<CompletableFuture<Void>> answers = new ArrayList<>();
        toBorrow(found).forEach((owner, entries) -> answers.add(borrow(owner, entries)));
        answers.forEach(CompletableFuture::join);
    }

    /// Like `settle`, on a thread that must not wait.
    CompletableFuture<Void> settleLater(Object[] found) {
        List<CompletableFuture<Void>> answers = new ArrayList<>();
        toBorrow(found).forEach((owner, entries) -> answers.add(borrow(owner, entries)));
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
    }

    private Map<Integer, List<TrackedObject>> toBorrow(Object[] found) {
        Map<Integer, List<TrackedObject>> byOwner = new HashMap<>();
        for (Object one : found) {
            if (one instanceof TrackedObject object && object.owner != self.process() && object.claim()) {
                byOwner.computeIfAbsent(object.owner, _ -> new ArrayList<>()).add(object);
            }
        }
        return byOwner;
    }

    private CompletableFuture<Void> borrow(int owner, List<TrackedObject> entries) {
        long request = nextRequest.incrementAndGet();
        CompletableFuture<Void> answer = new CompletableFuture<>();
        requests.put(request, new Request(owner, answer));
        long[] numbers = new long[entries.size()];
        for (int i = 0; i < numbers.length; i++) {
            TrackedObject object = entries.get(i);
            long number = object.number;
            numbers[i] = number;
            reaper.register(object, () -> peers.send(owner, new Message.Release(number)));
        }
        if (closed || !peers.send(owner, new Message.Borrow(request, numbers))) {
            borrowed(request);
        }
        return answer;
    }

    void borrowed(long request) {
        Request open = requests.remove(request);
        if (open != null) {
            open.answer.complete(null);
        }
    }

    /// Another process refers to objects of this one.
    void lend(Peer to, Message.Borrow borrow) {
        synchronized (lent) {
            for (long number : borrow.numbers()) {
                Lent one = lent.computeIfAbsent(number, n -> new Lent(object(self.process(), n), new HashMap<>(2)));
                one.to.merge(to.process(), 1, Integer::sum);
            }
            isNeeded();
        }
        to.send(new Message.Borrowed(borrow.request()));
    }

    void released(int by, long number) {
        synchronized (lent) {
            Lent one = lent.get(number);
            if (one != null) {
                one.to.computeIfPresent(by, (_, times) -> times == 1 ? null : times - 1);
                if (one.to.isEmpty()) {
                    lent.remove(number);
                }
            }
        }
    }

    /// A result is about to be sent: the references inside are held until its new owner holds them. A dead process never will; that it is dead is
    /// known before [#lost] is called.
    void handsOver(int to, Message.Done done) {
        synchronized (lent) {
            if (peers.of(to) == null) {
                return;
            }
            handedOver.put(done.number(), new HandedOver(to, done.outcome()));
            isNeeded();
        }
    }

    void kept(long number) {
        synchronized (lent) {
            handedOver.remove(number);
        }
    }

    // The head must know this before other processes rely on it; otherwise it might end a process that has nothing else to do.
    private void isNeeded() {
        if (!needed) {
            needed = true;
            head.tell(new Fact.OwnsObjects(new ProcessKey(self.process()), true));
        }
    }

    /// Called periodically: it is not urgent to report that this process is no longer needed.
    void tick() {
        synchronized (lent) {
            if (needed && lent.isEmpty() && handedOver.isEmpty()) {
                needed = false;
                head.tell(new Fact.OwnsObjects(new ProcessKey(self.process()), false));
            }
        }
    }

    /// Releases what a dead process had borrowed, and marks what it owned as lost.
    void lost(int process, String why) {
        synchronized (lent) {
            lent.values().removeIf(one -> one.to.remove(process) != null && one.to.isEmpty());
            handedOver.values().removeIf(one -> one.to == process);
        }
        requests.forEach((request, open) -> {
            if (open.owner == process) {
                borrowed(request);
            }
        });
        known.forEach((key, one) -> {
            TrackedObject object = one.get();
            if (key.owner == process && object != null && !object.complete(lost(object, why))) {
                object.replace(lost(object, why));
            }
        });
    }

    /// Stops accepting messages from others.
    void close() {
        closed = true;
        requests.keySet().forEach(this::borrowed);
    }

    /// The outcome of an object that no longer exists.
    public Outcome lost(TrackedObject object, String why) {
        return new Outcome.Failed(new Failure.ObjectLost(Ids.result(Ids.task(self.job(), object.number)), why));
    }

    /// The number of objects that others have borrowed, for leak checks.
    public int lent() {
        synchronized (lent) {
            return lent.size();
        }
    }
}
