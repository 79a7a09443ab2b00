package dev.troupe.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Objects whose bytes are lost, such as those of a spill file that cannot be read: their owner makes them again, by the task that made them.
final class Rebuilder {
    private record Key(int owner, long number) {
        static Key of(Entry entry) {
            return new Key(entry.owner, entry.number);
        }
    }

    private final Engine engine;
    /// What stands for an object until it is there again. Guarded by this.
    private final Map<Key, Entry> underWay = new HashMap<>();

    Rebuilder(Engine engine) {
        this.engine = engine;
    }

    /// Makes an object again, or has its owner do so.
    ///
    /// @param lost where its bytes should be in the store and are not
    /// @return has an outcome as soon as that of `entry` is worth another look
    Entry rebuild(Entry entry, long lost, String why) {
        Entry again;
        boolean own = entry.owner == engine.self().process();
        synchronized (this) {
            if (!(entry.outcome() instanceof Outcome.Stored(StoredObject object, Object[] _)) || object.id() != lost) {
                return entry;
            }
            Entry known = underWay.get(Key.of(entry));
            if (known != null) {
                return known;
            }
            again = own ? engine.newEntry() : new Entry(entry.owner, entry.number);
            underWay.put(Key.of(entry), again);
        }
        if (own) {
            runAgain(entry, again, why);
        } else if (!engine.sendIfThere(entry.owner, new Message.Fetch(entry.number, lost))) {
            fetched(entry, engine.references().lost(entry, "the process that owned it is gone"));
        }
        return again;
    }

    private void runAgain(Entry entry, Entry again, String why) {
        Lineage lineage = entry.lineage();
        again.whenDone(() -> {
            forget(entry);
            entry.rebuilt(again);
        });
        if (lineage == null || lineage.submit(again, engine) == null) {
            again.complete(engine.references().lost(entry, why));
        }
    }

    private synchronized Entry forget(Entry entry) {
        return underWay.remove(Key.of(entry));
    }

    /// The owner of an object has said what became of it.
    void fetched(Entry entry, Outcome outcome) {
        Entry again = forget(entry);
        if (!entry.complete(outcome) && again != null) {
            entry.replace(outcome);
        }
        if (again != null) {
            again.complete(outcome);
        }
    }

    /// A call could not be made where it was sent to: once its argument is there again, it can. False when it is over anyhow.
    boolean runAgain(Call call, Failure.ObjectMissing missing) {
        if (call == null || call.refs == null) {
            return false;
        }
        Countdown left = new Countdown(call.refs.length, () -> engine.later(() -> submit(call)));
        for (Entry ref : call.refs) {
            rebuild(ref, missing.stored(), missing.why()).whenDone(left);
        }
        return true;
    }

    private void submit(Call call) {
        if (call.result.done()) {
            return; // it was cancelled meanwhile
        }
        if (call.actor != null) {
            call.actor.resubmit(call);
        } else {
            engine.submitter().submit(call, call.shape);
        }
    }

    /// Nobody makes again what a dead process owned.
    void lost(int process) {
        List<Entry> waiting = new ArrayList<>();
        synchronized (this) {
            underWay.entrySet().removeIf(one -> one.getKey().owner == process && waiting.add(one.getValue()));
        }
        waiting.forEach(one -> one.complete(engine.references().lost(one, "its owner is gone")));
    }
}
