package dev.troupe.parallel;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;

/// The first message to a worker: its plan, its main, and how often it may be retried.
///
/// @param run a random number that the workers on this machine share and no other run has
/// @param workers the number of workers on this machine
/// @param retries how often main, or the process, has been restarted so far
/// @param maxRetries how often it may be restarted; 0 without auto-recover
/// @param job shared with the other workers on this machine
record WorkerOrder(WorkerPlan plan, int run, int workers, Entry entry, int retries, int maxRetries, JobDirectory job) {
    /// The order after a restart, in which it listens where it did before.
    WorkerOrder after(int retriesSoFar, Door door) {
        return new WorkerOrder(plan.at(door), run, workers, entry, retriesSoFar, maxRetries, job);
    }

    void write(DataOutput out) throws IOException {
        plan.write(out);
        out.writeInt(run);
        out.writeInt(workers);
        entry.write(out);
        out.writeInt(retries);
        out.writeInt(maxRetries);
        Wire.writeText(out, job.path().toString());
    }

    static WorkerOrder read(DataInput in) throws IOException {
        return new WorkerOrder(WorkerPlan.read(in), in.readInt(), in.readInt(), Entry.read(in), in.readInt(), in.readInt(),
                new JobDirectory(Path.of(Wire.readText(in))));
    }
}
