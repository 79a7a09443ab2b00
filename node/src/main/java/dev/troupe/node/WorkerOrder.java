package dev.troupe.node;

import dev.troupe.head.ProcessKey;
import dev.troupe.head.WorkerSettings;
import dev.troupe.process.ClassPath;
import java.util.List;

/// A worker that is to be started.
///
/// @param gpus the devices it may see; none means that nothing is said about them
/// @param code where its classes are, ours included
/// @param arguments of its main
record WorkerOrder(ProcessKey process, WorkerSettings settings, List<Integer> gpus, ClassPath code, List<String> arguments) {
    WorkerOrder {
        gpus = List.copyOf(gpus);
        arguments = List.copyOf(arguments);
    }

    int number() {
        return process.number();
    }
}
