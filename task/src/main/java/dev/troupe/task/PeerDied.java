package dev.troupe.task;

import dev.troupe.link.Address;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/// What the launcher tells the other workers, as it knows at once: a worker of this machine died.
///
/// @param listened where it could be reached
/// @param how such as `was killed by signal 9 (SIGKILL)`
/// @param comesBack whether it is being started again
record PeerDied(int nodeId, Address listened, String how, boolean comesBack) {
    void write(DataOutput out) throws IOException {
        out.writeInt(nodeId);
        Wire.writeText(out, listened.toString());
        Wire.writeText(out, how);
        out.writeBoolean(comesBack);
    }

    static PeerDied read(DataInput in) throws IOException {
        return new PeerDied(in.readInt(), Address.parse(Wire.readText(in)), Wire.readText(in), in.readBoolean());
    }
}
