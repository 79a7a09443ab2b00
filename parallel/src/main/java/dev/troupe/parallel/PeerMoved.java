package dev.troupe.parallel;

import dev.troupe.link.Address;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/// A worker that was started again listens elsewhere: another program had taken its port meanwhile.
///
/// @param from where its siblings dialled it
/// @param to where they reach it now
record PeerMoved(Address from, Address to) implements SiblingNews {
    void write(DataOutput out) throws IOException {
        Wire.writeText(out, from.toString());
        Wire.writeText(out, to.toString());
    }

    static PeerMoved read(DataInput in) throws IOException {
        return new PeerMoved(Address.parse(Wire.readText(in)), Address.parse(Wire.readText(in)));
    }
}
