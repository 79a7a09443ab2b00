package dev.troupe.parallel;

import dev.troupe.task.TaskFailedException;
import dev.troupe.task.WorkerFailedException;
import dev.troupe.values.ValueException;
import dev.troupe.values.Values;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/// The results of workers on their way to the launcher: one file for each in the directory of their job. A worker that dies while it writes has
/// failed, so that no half-written result is read.
record Results(JobDirectory job) {
    void write(int nodeId, Object result) {
        Class<?> type = result == null ? Results.class : result.getClass();
        try {
            Files.write(job.result(nodeId), Values.with(type.getClassLoader()).encode(result));
        } catch (ValueException e) {
            // Without the cause, which contains only the frames of the encoder: the message is complete.
            throw new TaskFailedException(
                    "the result of node " + nodeId + " cannot be sent to the process that called: " + e.getMessage(), null);
        } catch (IOException e) {
            throw new UncheckedIOException("the result of node " + nodeId + " could not be saved in " + job.path(), e);
        }
    }

    /// @param loader finds the classes of the result
    Object read(int nodeId, ClassLoader loader) {
        try {
            return Values.with(loader).decode(Files.readAllBytes(job.result(nodeId)));
        } catch (NoSuchFileException e) {
            throw new WorkerFailedException(nodeId, 1, "ended without a result: it called System.exit before its work was done",
                    Optional.empty());
        } catch (IOException e) {
            throw new UncheckedIOException("the result of node " + nodeId + " could not be read", e);
        }
    }
}
