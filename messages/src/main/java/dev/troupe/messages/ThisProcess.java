package dev.troupe.messages;

import dev.troupe.values.Values;
import java.util.List;

/// The properties of this process.
///
/// @param process its number in the cluster
/// @param job the number of the job it belongs to
/// @param node the number of the node it runs on
/// @param ip the node's address, for messages
/// @param gpus the ids of the devices it was given
public record ThisProcess(int process, int job, long node, String ip, String namespace, List<Long> gpus, ClassLoader loader,
        Values values) {
    /// This process, for messages.
    public Failure.Place place() {
        return new Failure.Place((int) ProcessHandle.current().pid(), ip);
    }
}
