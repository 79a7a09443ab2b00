package dev.troupe.parallel;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Finds the process that listens on a port, where the system shows it (Linux, and only for processes that this user may inspect).
final class PortHolder {
    private static final int STATE_LISTENS = 3;
    private static final int INODE = 9;

    private PortHolder() {}

    /// Such as `process 4711 (java)`.
    static Optional<String> of(int port) {
        Set<String> sockets = new HashSet<>();
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            try {
                Files.readAllLines(Path.of(table)).stream().map(line -> line.strip().split("\\s+")).filter(
                        columns -> columns.length > INODE && columns[1].endsWith(String.format(Locale.ROOT, ":%04X", port))
                                && columns[STATE_LISTENS].equals("0A"))
                        .forEach(columns -> sockets.add("socket:[" + columns[INODE] + "]"));
            } catch (IOException expected) {
                // not Linux: the process is unknown
            }
        }
        return sockets.isEmpty() ? Optional.empty()
                : ProcessHandle.allProcesses().filter(process -> holds(process, sockets)).findFirst().map(PortHolder::describe);
    }

    private static boolean holds(ProcessHandle process, Set<String> sockets) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
            for (Path file : files) {
                if (sockets.contains(Files.readSymbolicLink(file).toString())) {
                    return true;
                }
            }
        } catch (IOException | RuntimeException expected) {
            // it has ended in the meantime, or belongs to another user
        }
        return false;
    }

    private static String describe(ProcessHandle process) {
        return "process " + process.pid()
                + process.info().command().map(command -> " (" + Path.of(command).getFileName() + ")").orElse("");
    }
}
