package dev.troupe.task;

import dev.troupe.link.Address;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The first thing a worker reads: its place, its main, and how often it may try.
///
/// @param workers how many there are here
/// @param retries how often main, or the process, has been started again so far
/// @param maxRetries how often it may be; 0 without auto-recover
/// @param job shared with the other workers here
record WorkerOrder(WorkerPlan plan, int workers, Entry entry, int retries, int maxRetries, JobDirectory job) {
    WorkerOrder after(int retriesSoFar) {
        return new WorkerOrder(plan, workers, entry, retriesSoFar, maxRetries, job);
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(plan.nodeId());
        Wire.writeText(out, plan.listen().toString());
        Wire.writeTexts(out, plan.dial().stream().map(Address::toString).toList());
        Wire.writeTexts(out, plan.awaited().stream().map(String::valueOf).toList());
        out.writeBoolean(plan.discover());
        Wire.writeTexts(out, plan.planned().stream().map(String::valueOf).toList());
        Wire.writeTexts(out, plan.labels());
        Wire.writeTexts(out, plan.tokenFile().map(Path::toString).stream().toList());
        out.writeBoolean(plan.tls());
        out.writeLong(plan.connectTimeout().toNanos());
        out.writeBoolean(plan.traceEvents());
        out.writeInt(workers);
        entry.write(out);
        out.writeInt(retries);
        out.writeInt(maxRetries);
        Wire.writeText(out, job.path().toString());
    }

    static WorkerOrder read(DataInput in) throws IOException {
        int nodeId = in.readInt();
        Address listen = Address.parse(Wire.readText(in));
        List<Address> dial = Wire.readTexts(in).stream().map(Address::parse).toList();
        Set<Integer> awaited = readIds(in);
        boolean discover = in.readBoolean();
        Set<Integer> planned = readIds(in);
        Set<String> labels = new LinkedHashSet<>(Wire.readTexts(in));
        Optional<Path> tokenFile = Wire.readTexts(in).stream().findFirst().map(Path::of);
        boolean tls = in.readBoolean();
        Duration connectTimeout = Duration.ofNanos(in.readLong());
        boolean traceEvents = in.readBoolean();
        WorkerPlan plan = new WorkerPlan(nodeId, listen, dial, awaited, discover, planned, labels, tokenFile, tls, connectTimeout,
                traceEvents);
        return new WorkerOrder(plan, in.readInt(), Entry.read(in), in.readInt(), in.readInt(),
                new JobDirectory(Path.of(Wire.readText(in))));
    }

    private static Set<Integer> readIds(DataInput in) throws IOException {
        return Wire.readTexts(in).stream().map(Integer::valueOf).collect(Collectors.toSet());
    }
}
