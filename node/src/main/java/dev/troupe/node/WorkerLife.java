package dev.troupe.node;

import dev.troupe.process.Orphan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/// What binds a worker process to its node. Its standard input belongs to the node: nothing comes from there but its end, which means
/// that the node is gone and the worker must go, too.
///
/// ```java
/// public static void main(String[] arguments) throws IOException {
///     RunningBoard board = WorkerLife.begin();
///     …
/// }
/// ```
public final class WorkerLife {
    static final String BOARD = "troupe.board";

    private WorkerLife() {}

    /// The first thing a worker's main does.
    ///
    /// @return where it notes what it runs
    public static RunningBoard begin() throws IOException {
        RunningBoard board = RunningBoard.map(Path.of(System.getProperty(BOARD)));
        InputStream node = System.in;
        System.setIn(InputStream.nullInputStream());
        Thread.ofPlatform().daemon().name("troupe-parent").start(() -> awaitEnd(node));
        Runtime.getRuntime().addShutdownHook(new Thread(board::leaving, "troupe-leaving"));
        board.up();
        return board;
    }

    private static void awaitEnd(InputStream node) {
        try {
            while (node.read() >= 0) {
                // nothing is ever said
            }
        } catch (IOException e) {
            // gone as well
        }
        Orphan.end(() -> {});
    }
}
