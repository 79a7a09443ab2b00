package dev.troupe.task;

import dev.troupe.values.Input;
import dev.troupe.values.Output;
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

    /// What a process tells its peers about the events it listens to; used by this module and `parallel`.
    public sealed interface Announcement {
        /// The full state: sent on a new link, when a task enters another stage, and when a peer has missed something.
        record Whole(Interest interest) implements Announcement {}

        /// A ready task listens to one more event.
        record Listens(String event) implements Announcement {}

        /// A ready task no longer listens to an event.
        record Ignores(String event) implements Announcement {}

        /// The peer's knowledge after it has received this.
        default Interest after(Interest before) {
            return switch (this) {
                case Whole(Interest interest) -> interest;
                case Listens(String event) -> before.with(event);
                case Ignores(String event) -> before.without(event);
            };
        }

        default byte[] encode() {
            Output out = new Output(64);
            switch (this) {
                case Whole(Interest interest) -> {
                    out.writeByte('w');
                    out.writeInt(interest.task());
                    out.writeText(interest.stage().name());
                    out.writeInt(interest.events().size());
                    interest.events().forEach(out::writeText);
                }
                case Listens(String event) -> {
                    out.writeByte('l');
                    out.writeText(event);
                }
                case Ignores(String event) -> {
                    out.writeByte('i');
                    out.writeText(event);
                }
            }
            return out.toBytes();
        }

        static Announcement decode(byte[] message) {
            Input in = new Input(message);
            byte kind = in.readByte();
            return switch (kind) {
                case 'w' -> {
                    int task = in.readInt();
                    Interest.Stage stage = Interest.Stage.valueOf(in.readText());
                    Set<String> events = new HashSet<>();
                    for (int n = in.readInt(); n > 0; n--) {
                        events.add(in.readText());
                    }
                    yield new Whole(new Interest(task, stage, events));
                }
                case 'l' -> new Listens(in.readText());
                case 'i' -> new Ignores(in.readText());
                default -> throw new IllegalArgumentException("an announcement of unknown kind " + kind);
            };
        }
    }
}
