package dev.troupe.node;

import dev.troupe.process.Orphan;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What binds a worker process to its node. Its standard input belongs to the node. From there come its arguments: every user of the machine
/// can read a command line, and arguments may contain passwords. After that nothing comes but the end, which means that the node is gone:
/// the worker removes what the node left behind, and ends, too.
///
/// ```java
/// public static void main(String[] none) throws IOException {
///     WorkerLife life = WorkerLife.begin();
///     …
/// }
/// ```
///
/// @param board where the worker notes what it runs
/// @param arguments given to [Node#start]
public record WorkerLife(RunningBoard board, List<String> arguments) {
    static final String BOARD = "troupe.board";

    public WorkerLife { arguments = List.copyOf(arguments); }

    /// The first thing a worker's main does.
    public static WorkerLife begin() throws IOException {
        Path file = Path.of(System.getProperty(BOARD));
        RunningBoard board = RunningBoard.map(file);
        DataInputStream node = new DataInputStream(System.in);
        System.setIn(InputStream.nullInputStream());
        List<String> arguments = arguments(node, file.getParent());
        Thread.ofPlatform().daemon().name("troupe-parent").start(() -> awaitEnd(node, file.getParent()));
        Runtime.getRuntime().addShutdownHook(new Thread(board::leaving, "troupe-leaving"));
        board.up();
        return new WorkerLife(board, arguments);
    }

    /// The node's side.
    ///
    /// @param worker standard input of a worker that has just been started
    static void hand(List<String> arguments, OutputStream worker) throws IOException {
        DataOutputStream out = new DataOutputStream(worker);
        out.writeInt(arguments.size());
        for (String argument : arguments) {
            byte[] bytes = argument.getBytes(StandardCharsets.UTF_8);
            out.writeInt(bytes.length);
            out.write(bytes);
        }
        out.flush();
    }

    private static List<String> arguments(DataInputStream node, Path session) throws IOException {
        try {
            List<String> arguments = new ArrayList<>();
            for (int left = node.readInt(); left > 0; left--) {
                byte[] argument = new byte[node.readInt()];
                node.readFully(argument);
                arguments.add(new String(argument, StandardCharsets.UTF_8));
            }
            return arguments;
        } catch (IOException gone) {
            orphaned(session);
            throw gone;
        }
    }

    private static void awaitEnd(InputStream node, Path session) {
        try {
            while (node.read() >= 0) {
                // nothing more is ever said
            }
        } catch (IOException e) {
            // gone as well
        }
        orphaned(session);
    }

    private static void orphaned(Path session) {
        Orphan.end(() -> Sessions.removeIfDead(session));
    }
}
