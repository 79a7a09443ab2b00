package dev.troupe.task;

import java.util.HashSet;
import java.util.Set;

/// The events that a process listens to, as announced to its peers, so that they send no others.
///
/// @param task the number of its open or last task: a program may open one after the other, and events of the first must not reach the second
/// @param stage the stage of that task
/// @param events the names it listens to; used from [Stage#READY] on
public record Interest(int task, Stage stage, Set<String> events) {
    /// The life of a task as its peers see it.
    public enum Stage {
        /// Listeners are still being registered: peers send all events, which are held.
        OPEN,
        /// It has entered `run` or `waitFor`: peers send only the events it listens to.
        READY,
        /// Events for this task are no longer wanted.
        CLOSED
    }

    /// The interest of a process that has not opened a task yet.
    public static final Interest NONE_YET = new Interest(0, Stage.CLOSED, Set.of());

    public Interest { events = Set.copyOf(events); }

    /// Whether an event emitted in task number `fromTask` should be sent to this process.
    public boolean wants(int fromTask, String event) {
        if (fromTask != task) {
            return fromTask > task;
        }
        return switch (stage) {
            case OPEN -> true;
            case READY -> events.contains(event);
            case CLOSED -> false;
        };
    }

    Interest with(String event) {
        Set<String> more = new HashSet<>(events);
        more.add(event);
        return new Interest(task, stage, more);
    }

    Interest without(String event) {
        Set<String> fewer = new HashSet<>(events);
        fewer.remove(event);
        return new Interest(task, stage, fewer);
    }
}
