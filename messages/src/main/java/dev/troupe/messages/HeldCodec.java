package dev.troupe.messages;

import dev.troupe.values.Input;
import dev.troupe.values.Output;

/// Writes and reads the names of the objects and actors that a value refers to.
public interface HeldCodec {
    void write(Object held, Output out);

    /// The object or actor with that name, as this process knows it.
    Object read(Input in);
}
