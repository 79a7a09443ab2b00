package dev.troupe.node;

import dev.troupe.head.ProcessKey;
import dev.troupe.head.WorkerSettings;
import java.time.Duration;
import java.util.List;

/// The order to start a worker.
///
/// @param gpus the names of the devices it may see
/// @param code the class path, including our own classes
/// @param arguments that its main reads from its standard input
/// @param patience how long it may take until its main begins
record WorkerOrder(ProcessKey process, WorkerSettings settings, List<String> gpus, WorkerCode code, List<String> arguments,
        Duration patience) {
    WorkerOrder {
        gpus = List.copyOf(gpus);
        arguments = List.copyOf(arguments);
    }

    int number() {
        return process.number();
    }
}
