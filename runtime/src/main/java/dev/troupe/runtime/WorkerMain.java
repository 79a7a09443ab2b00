package dev.troupe.runtime;

import dev.troupe.cluster.Seat;
import dev.troupe.node.WorkerLife;
import io.ray.api.Ray;
import java.nio.file.Path;
import java.util.Base64;

/// A worker process: connects to the agent that started it and runs its work until it ends.
public final class WorkerMain {
    /// The first argument of a process that only demonstrates a worker's work to the JVM; the second is the path of a session for that.
    static final String REHEARSAL = "rehearsal";

    private static volatile TroupeRuntime runtime;

    private WorkerMain() {}

    public static void main(String[] none) throws Exception {
        WorkerLife life = WorkerLife.begin();
        Runnable orphaned = () -> Runtime.getRuntime().halt(1); // before a rehearsal, too, so that the cache contains it
        String said = life.arguments().getFirst();
        if (said.equals(REHEARSAL)) {
            runtime = Rehearsal.cast(life.board(), Path.of(life.arguments().get(1)));
            Ray.init();
            Rehearsal.play();
            Ray.shutdown();
            return;
        }
        WorkerTerms terms = WorkerTerms.decode(Base64.getDecoder().decode(life.arguments().get(1)));
        WorkerSession session = new WorkerSession(Seat.decode(said), terms, new BoardedTasks(life.board()), orphaned);
        runtime = session.runtime();
        Ray.init();
        session.begin();
        session.awaitEnd();
    }

    /// The runtime that `Ray.init()` returns here; null in a process that is not a worker.
    static TroupeRuntime runtime() {
        return runtime;
    }
}
