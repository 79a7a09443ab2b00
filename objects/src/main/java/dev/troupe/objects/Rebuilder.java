package dev.troupe.objects;

import dev.troupe.messages.Failure;
import dev.troupe.messages.Message;
import dev.troupe.messages.Outcome;
import dev.troupe.messages.Peers;
import dev.troupe.messages.StoredObject;
import dev.troupe.messages.ThisProcess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/// Rebuilds objects whose bytes are lost, such as those of a spill file that cannot be read: their owner runs the task that made them again.
final class Rebuilder {
    private record Key(int owner, long number) {
        static Key of(TrackedObject entry) {
            return new Key(entry.owner, entry.number);
        }
    }

    private final ThisProcess self;
    private final ObjectNumbers numbers;
    private final Peers peers;
    private final References references;
    private final Executor later;
    /// The objects that are being rebuilt, by the object they replace. Guarded by this.
    private final Map<Key, TrackedObject> underWay = new HashMap<>();

    Rebuilder(ThisProcess self, ObjectNumbers numbers, Peers peers, References references, Executor later) {
        this.self = self;
        this.numbers = numbers;
        this.peers = peers;
        this.references = references;
        this.later = later;
    }

    /// Rebuilds an object, or asks its owner to do so.
    ///
    /// @param lost where its bytes should be in the store but are missing
    /// @return has an outcome as soon as `entry` should be read again
    TrackedObject rebuild(TrackedObject entry, long lost, String why) {
        TrackedObject again;
        boolean own = entry.owner == self.process();
        synchronized (this) {
            if (!(entry.outcome() instanceof Outcome.Stored(StoredObject object, Object[] _)) || object.id() != lost) {
                return entry;
            }
            TrackedObject known = underWay.get(Key.of(entry));
            if (known != null) {
                return known;
            }
            again = own ? numbers.newObject() : new TrackedObject(entry.owner, entry.number);
            underWay.put(Key.of(entry), again);
        }
        if (own) {
            runAgain(entry, again, why);
        } else if (!peers.send(entry.owner, new Message.Fetch(entry.number, lost))) {
            fetched(entry, references.lost(entry, "the process that owned it is gone"));
        }
        return again;
    }

    private void runAgain(TrackedObject entry, TrackedObject again, String why) {
        Recipe recipe = entry.recipe();
        again.whenDone(() -> {
            forget(entry);
            entry.rebuilt(again);
        });
        if (recipe == null || !recipe.repeat(again, numbers)) {
            again.complete(references.lost(entry, why));
        }
    }

    private synchronized TrackedObject forget(TrackedObject entry) {
        return underWay.remove(Key.of(entry));
    }

    /// The owner of an object has reported its outcome.
    void fetched(TrackedObject entry, Outcome outcome) {
        TrackedObject again = forget(entry);
        if (!entry.complete(outcome) && again != null) {
            entry.replace(outcome);
        }
        if (again != null) {
            again.complete(outcome);
        }
    }

    /// A call could not run where it was sent: it can run when its argument is available again. Returns false if nothing can be rebuilt.
    boolean runAgain(Maker call, TrackedObject result, Failure.ObjectMissing missing) {
        if (call == null || call.arguments() == null) {
            return false;
        }
        TrackedObject[] arguments = call.arguments();
        Countdown left = new Countdown(arguments.length, () -> later.execute(() -> {
            if (!result.done()) { // otherwise it was cancelled in the meantime
                call.submitAgain();
            }
        }));
        for (TrackedObject argument : arguments) {
            rebuild(argument, missing.stored(), missing.why()).whenDone(left);
        }
        return true;
    }

    /// Objects of a dead process cannot be rebuilt.
    void lost(int process) {
        List<TrackedObject> waiting = new ArrayList<>();
        synchronized (this) {
            underWay.entrySet().removeIf(one -> one.getKey().owner == process && waiting.add(one.getValue()));
        }
        waiting.forEach(one -> one.complete(references.lost(one, "its owner is gone")));
    }
}
