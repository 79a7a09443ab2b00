package dev.troupe.task;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/// Events from peers for a listener, or a task, that does not exist yet. Only for the listener thread.
///
/// They keep their order: later events wait behind a held one. If that takes too long, because a program never enters `run` or `waitFor`, events
/// that have a listener may overtake those that have none; events of one name still keep their order.
final class HeldEvents {
    private final Deque<Queued> held = new ArrayDeque<>();
    private final Set<String> names = new HashSet<>();
    private final Predicate<Queued> deliver;
    private final Function<Queued, String> name;
    private boolean passing;
    private volatile boolean any;

    /// @param deliver delivers an event, or returns that it must wait
    HeldEvents(Predicate<Queued> deliver, Function<Queued, String> name) {
        this.deliver = deliver;
        this.name = name;
    }

    /// Whether something is held; may be called from any thread.
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

    /// Something has changed: delivers everything that need no longer wait.
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

    /// From now on, and as long as something is held, events with a listener overtake those without; returns the first that waits.
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
