package dev.troupe.parallel;

import dev.troupe.process.ExitCode;
import dev.troupe.transport.Address;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/// The launcher's message to the other workers: the process of a worker on this machine has ended.
///
/// @param listened the address where the others of its run could dial it
/// @param comesBack whether it is being restarted
record PeerEnded(int nodeId, Address listened, int exitCode, boolean comesBack) implements SiblingNews {
    /// E.g. `was killed by signal 9 (SIGKILL)`.
    String how() {
        return ExitCode.inWords(exitCode);
    }

    boolean failed() {
        return exitCode != 0;
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(nodeId);
        Wire.writeText(out, listened.toString());
        out.writeInt(exitCode);
        out.writeBoolean(comesBack);
    }

    static PeerEnded read(DataInput in) throws IOException {
        return new PeerEnded(in.readInt(), Address.parse(Wire.readText(in)), in.readInt(), in.readBoolean());
    }
}
