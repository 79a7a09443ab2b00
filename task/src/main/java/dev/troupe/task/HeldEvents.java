package dev.troupe.task;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/// What peers sent for a listener, or a task, that is not there yet. For the listener thread alone.
///
/// In order: what comes after a held event waits behind it. When that lasts too long, because a program never enters `run` or `waitFor`,
/// events that have a listener may pass those that have none; events of one name keep their order even then.
final class HeldEvents {
    private final Deque<Queued> held = new ArrayDeque<>();
    private final Set<String> names = new HashSet<>();
    private final Predicate<Queued> deliver;
    private final Function<Queued, String> name;
    private boolean passing;
    private volatile boolean any;

    /// @param deliver delivers an event, or says that it must wait
    HeldEvents(Predicate<Queued> deliver, Function<Queued, String> name) {
        this.deliver = deliver;
        this.name = name;
    }

    /// Whether something is held; may be asked by any thread.
    boolean any() {
        return any;
    }

    /// Delivers or holds an event that has just arrived.
    void arrive(Queued event) {
        if (!any || (passing && !names.contains(name.apply(event)))) {
            if (!deliver.test(event)) {
                hold(event);
            }
        } else {
            hold(event);
            if (passing) {
                retry();
            }
        }
    }

    /// Something has changed: delivers what need not wait any more.
    void retry() {
        for (Iterator<Queued> events = held.iterator(); events.hasNext();) {
            if (deliver.test(events.next())) {
                events.remove();
            } else if (!passing) {
                break;
            }
        }
        any = !held.isEmpty();
        passing &= any;
        if (passing) {
            names.clear();
            held.forEach(event -> names.add(name.apply(event)));
        }
    }

    /// From now on, and as long as something is held, events with a listener pass those without; returns the first that waits.
    String letPass() {
        passing = true;
        retry();
        return any ? name.apply(held.peek()) : "";
    }

    boolean passing() {
        return passing;
    }

    private void hold(Queued event) {
        held.add(event);
        any = true;
        if (passing) {
            names.add(name.apply(event));
        }
    }
}
