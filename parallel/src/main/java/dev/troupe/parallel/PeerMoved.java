package dev.troupe.parallel;

import dev.troupe.transport.Address;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/// A restarted worker listens elsewhere, because another program has taken its port in the meantime.
///
/// @param from the address its siblings dialled
/// @param to its new address
record PeerMoved(Address from, Address to) implements SiblingNews {
    void write(DataOutput out) throws IOException {
        Wire.writeText(out, from.toString());
        Wire.writeText(out, to.toString());
    }

    static PeerMoved read(DataInput in) throws IOException {
        return new PeerMoved(Address.parse(Wire.readText(in)), Address.parse(Wire.readText(in)));
    }
}
