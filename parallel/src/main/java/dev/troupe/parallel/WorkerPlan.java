package dev.troupe.parallel;

import dev.troupe.transport.Address;
import dev.troupe.transport.Encryption;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The place of one worker process among the others.
///
/// @param door where others reach it: `tcp://host:port`, `ipc:///path` or `redis://host:port/group/nodeId`
/// @param dial the addresses it dials elsewhere
/// @param siblings the node ids of the other workers of the same launcher
/// @param dialHere those of them that it dials; it learns their addresses from [Doors]
/// @param awaited the node ids of the processes that will dial it
/// @param discover whether it also links to all processes that can be found through the address where it listens
/// @param distributed whether it was started as one of several
/// @param planned the node ids of all processes that this command or the platform starts, including its own
/// @param labels the labels of the user
/// @param group the run it belongs to
/// @param tokenFile the file with the shared secret, if given
/// @param encryption which of its links are encrypted
/// @param connectTimeout how long to wait for the processes it dials and those that dial it
/// @param traceEvents whether it prints every event
record WorkerPlan(int nodeId, Door door, List<Address> dial, Set<Integer> siblings, Set<Integer> dialHere, Set<Integer> awaited,
        boolean discover, boolean distributed, Set<Integer> planned, Set<String> labels, String group, Optional<Path> tokenFile,
        Encryption encryption, Duration connectTimeout, boolean traceEvents) {
    WorkerPlan {
        dial = List.copyOf(dial);
        siblings = sorted(siblings);
        dialHere = sorted(dialHere);
        awaited = sorted(awaited);
        planned = sorted(planned);
        labels = Collections.unmodifiableSet(new LinkedHashSet<>(labels));
    }

    private static Set<Integer> sorted(Set<Integer> nodes) {
        return Collections.unmodifiableSet(new TreeSet<>(nodes));
    }

    /// The same place with another address.
    WorkerPlan at(Door other) {
        return new WorkerPlan(nodeId, other, dial, siblings, dialHere, awaited, discover, distributed, planned, labels, group, tokenFile,
                encryption, connectTimeout, traceEvents);
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(nodeId);
        door.write(out);
        Wire.writeTexts(out, dial.stream().map(Address::toString).toList());
        writeNodes(out, siblings);
        writeNodes(out, dialHere);
        writeNodes(out, awaited);
        out.writeBoolean(discover);
        out.writeBoolean(distributed);
        writeNodes(out, planned);
        Wire.writeTexts(out, labels);
        Wire.writeText(out, group);
        Wire.writeTexts(out, tokenFile.map(Path::toString).stream().toList());
        Wire.writeText(out, encryption.name());
        out.writeLong(connectTimeout.toNanos());
        out.writeBoolean(traceEvents);
    }

    static WorkerPlan read(DataInput in) throws IOException {
        return new WorkerPlan(in.readInt(), Door.read(in), Wire.readTexts(in).stream().map(Address::parse).toList(), readNodes(in),
                readNodes(in), readNodes(in), in.readBoolean(), in.readBoolean(), readNodes(in), new LinkedHashSet<>(Wire.readTexts(in)),
                Wire.readText(in), Wire.readTexts(in).stream().findFirst().map(Path::of), Encryption.valueOf(Wire.readText(in)),
                Duration.ofNanos(in.readLong()), in.readBoolean());
    }

    private static void writeNodes(DataOutput out, Set<Integer> nodes) throws IOException {
        Wire.writeTexts(out, nodes.stream().map(String::valueOf).toList());
    }

    private static Set<Integer> readNodes(DataInput in) throws IOException {
        return Wire.readTexts(in).stream().map(Integer::valueOf).collect(Collectors.toSet());
    }
}
