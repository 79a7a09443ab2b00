package dev.troupe.runtime;

import dev.troupe.node.RunningBoard;
import dev.troupe.node.WorkerLife;
import io.ray.api.Ray;

/// A worker process: dials the driver that started it and does what it is told, until its end.
public final class WorkerMain {
    private static volatile TroupeRuntime runtime;

    private WorkerMain() {}

    public static void main(String[] arguments) throws Exception {
        RunningBoard board = WorkerLife.begin();
        WorkerSession session = new WorkerSession(WorkerTerms.decode(arguments[0]), board);
        runtime = session.runtime();
        Ray.init();
        session.dial();
        session.awaitEnd();
    }

    /// What `Ray.init()` gets here; null in a process that is no worker.
    static TroupeRuntime runtime() {
        return runtime;
    }
}
