package dev.troupe.messages;

import dev.troupe.transport.Address;
import java.util.function.Consumer;

/// Knows where processes listen.
public interface Directory {
    /// Calls `found` at once or later, on any thread; never if the process cannot be dialled.
    void locate(int process, Consumer<Address> found);
}
