package dev.troupe.messages;

import dev.troupe.values.Input;
import dev.troupe.values.Output;
import java.io.Serializable;

/// What the callers of an actor must know about it.
///
/// @param maxTaskRetries -1 for no limit
/// @param maxPendingCalls -1 for no limit
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
