package dev.troupe.node;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// The end of a worker process.
///
/// @param pid its process id
/// @param asked whether it was told to stop
/// @param exitCode 128 + n when signal n ended it
/// @param how a description, e.g. `was killed by signal 9 (SIGKILL)`, `called System.exit(3)`, `ran out of memory`
/// @param ran the numbers of the tasks it was running, and of actors' calls together with those of their actors
/// @param logTail the last lines it printed, at most 20
/// @param logs files with its output; none if it printed nothing or ended normally
public record HowItEnded(long pid, boolean asked, int exitCode, String how, Set<Long> ran, List<String> logTail, List<Path> logs) {
    public HowItEnded {
        ran = Set.copyOf(ran);
        logTail = List.copyOf(logTail);
        logs = List.copyOf(logs);
    }

    /// A sentence, the log files and the last lines.
    public String text() {
        StringBuilder text = new StringBuilder("the worker with pid ").append(pid).append(' ').append(how);
        if (!logs.isEmpty()) {
            text.append("; its log: ").append(String.join(", ", logs.stream().map(Path::toString).toList()));
        }
        if (!logTail.isEmpty()) {
            text.append("; its last lines:");
            logTail.forEach(line -> text.append("\n    ").append(line));
        }
        return text.toString();
    }
}
