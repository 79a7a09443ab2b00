package dev.troupe.task;

import dev.troupe.values.Input;
import dev.troupe.values.Output;
import java.util.HashSet;
import java.util.Set;

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
