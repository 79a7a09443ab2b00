package dev.troupe.node;

import dev.troupe.process.Orphan;
import dev.troupe.process.Parent;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
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
        Parent node = Parent.take();
        List<String> arguments = arguments(node.words(), file.getParent());
        node.follow("troupe-parent", WorkerLife::hearNothing, () -> Sessions.removeIfDead(file.getParent()));
        Runtime.getRuntime().addShutdownHook(new Thread(board::leaving, "troupe-leaving"));
        Lifeline.follow(board);
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
            Orphan.end(() -> Sessions.removeIfDead(session));
            throw gone;
        }
    }

    private static void hearNothing(DataInputStream node) throws IOException {
        if (node.read() < 0) {
            throw new EOFException();
        }
    }
}
