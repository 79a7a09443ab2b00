package dev.troupe.node;

import dev.troupe.head.ProcessKey;
import dev.troupe.head.WorkerSettings;
import dev.troupe.process.ClassPath;
import java.time.Duration;
import java.util.List;

/// A worker that is to be started.
///
/// @param gpus the names of the devices it may see
/// @param code where its classes are, ours included
/// @param arguments that its main gets from its standard input
/// @param patience until its main begins
record WorkerOrder(ProcessKey process, WorkerSettings settings, List<String> gpus, ClassPath code, List<String> arguments,
        Duration patience) {
    WorkerOrder {
        gpus = List.copyOf(gpus);
        arguments = List.copyOf(arguments);
    }

    int number() {
        return process.number();
    }
}
