package dev.troupe.task;

import java.util.HashSet;
import java.util.Set;

/// What a process listens to, as it tells its peers, so that nothing unwanted travels.
///
/// @param task the number of its open or last task: a program may open one after the other, and what was emitted in the first
///     must not reach the second
/// @param stage how far that task is
/// @param events the names it listens to; matters from [Stage#READY] on
public record Interest(int task, Stage stage, Set<String> events) {
    /// The life of a task as its peers see it.
    public enum Stage {
        /// Listeners are still being registered: everything is sent, and held there.
        OPEN,
        /// It entered `run` or `waitFor`: only what it listens to is sent.
        READY,
        /// Nothing of this task is wanted any more.
        CLOSED
    }

    /// Of a process that has not opened a task yet.
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
