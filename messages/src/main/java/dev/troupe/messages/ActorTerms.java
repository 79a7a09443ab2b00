package dev.troupe.messages;

import dev.troupe.values.Input;
import dev.troupe.values.Output;
import java.io.Serializable;

/// What callers of an actor have to know about it.
///
/// @param maxTaskRetries -1 without limit
/// @param maxPendingCalls -1 without limit
public record ActorTerms(String className, int maxTaskRetries, int maxPendingCalls) implements Serializable {
    public void write(Output out) {
        out.writeText(className);
        out.writeInt(maxTaskRetries);
        out.writeInt(maxPendingCalls);
    }

    public static ActorTerms read(Input in) {
        return new ActorTerms(in.readText(), in.readInt(), in.readInt());
    }
}
