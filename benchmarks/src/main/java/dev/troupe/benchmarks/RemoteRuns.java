package dev.troupe.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Runs [RemoteCalls] and [FirstResult] on this runtime, each measure in a JVM of its own, so that none has to live with what another
/// left behind.
final class RemoteRuns {
    private static final List<String> MEASURES = List.of("tasks", "actors", "copied", "puts", "large", "wait", "references", "creation",
            "processes", "classic", "queue", "busy");

    private final String path;

    /// @param home where this was built
    RemoteRuns(Path home) {
        path = home.resolve("runtime/target/lib") + "/*:" + home.resolve("benchmarks/target/classes");
    }

    Map<String, Double> embedded() throws IOException, InterruptedException {
        return run("in this JVM", List.of());
    }

    Map<String, Double> withWorkers() throws IOException, InterruptedException {
        return run("with worker processes", List.of("-Dray.run-mode=CLUSTER"));
    }

    private Map<String, Double> run(String where, List<String> options) throws IOException, InterruptedException {
        System.err.println("measuring: remote functions " + where);
        Map<String, Double> figures = new HashMap<>(Measured.firstResult(Measured.java(options, path, "FirstResult")));
        List<String> withFloor = new ArrayList<>(options);
        withFloor.add("-Dbenchmark.floor=true");
        for (String measure : MEASURES) {
            figures.putAll(Measured.run(Measured.java(withFloor, path, "RemoteCalls", measure)));
        }
        figures.putAll(Measured.run(Measured.java(options, path, "SegmentReads")));
        return figures;
    }
}
