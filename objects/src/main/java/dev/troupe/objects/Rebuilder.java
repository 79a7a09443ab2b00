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

/// Objects whose bytes are lost, such as those of a spill file that cannot be read: their owner makes them again, by the task that made them.
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
    /// What stands for an object until it is there again. Guarded by this.
    private final Map<Key, TrackedObject> underWay = new HashMap<>();

    Rebuilder(ThisProcess self, ObjectNumbers numbers, Peers peers, References references, Executor later) {
        this.self = self;
        this.numbers = numbers;
        this.peers = peers;
        this.references = references;
        this.later = later;
    }

    /// Makes an object again, or has its owner do so.
    ///
    /// @param lost where its bytes should be in the store and are not
    /// @return has an outcome as soon as that of `entry` is worth another look
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

    /// The owner of an object has said what became of it.
    void fetched(TrackedObject entry, Outcome outcome) {
        TrackedObject again = forget(entry);
        if (!entry.complete(outcome) && again != null) {
            entry.replace(outcome);
        }
        if (again != null) {
            again.complete(outcome);
        }
    }

    /// A call could not run where it was sent to: it can once its argument is there again. False when there is nothing to make again.
    boolean runAgain(Maker call, TrackedObject result, Failure.ObjectMissing missing) {
        if (call == null || call.arguments() == null) {
            return false;
        }
        TrackedObject[] arguments = call.arguments();
        Countdown left = new Countdown(arguments.length, () -> later.execute(() -> {
            if (!result.done()) { // else it was cancelled meanwhile
                call.submitAgain();
            }
        }));
        for (TrackedObject argument : arguments) {
            rebuild(argument, missing.stored(), missing.why()).whenDone(left);
        }
        return true;
    }

    /// Nobody makes again what a dead process owned.
    void lost(int process) {
        List<TrackedObject> waiting = new ArrayList<>();
        synchronized (this) {
            underWay.entrySet().removeIf(one -> one.getKey().owner == process && waiting.add(one.getValue()));
        }
        waiting.forEach(one -> one.complete(references.lost(one, "its owner is gone")));
    }
}
