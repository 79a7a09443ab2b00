package dev.troupe.parallel;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/// Messages from the launcher to workers about other workers.
sealed interface SiblingNews permits PeerEnded, PeerMoved {
    default void send(DataOutput out) throws IOException {
        switch (this) {
            case PeerEnded ended -> {
                out.writeBoolean(false);
                ended.write(out);
            }
            case PeerMoved moved -> {
                out.writeBoolean(true);
                moved.write(out);
            }
        }
    }

    static SiblingNews receive(DataInput in) throws IOException {
        return in.readBoolean() ? PeerMoved.read(in) : PeerEnded.read(in);
    }
}
