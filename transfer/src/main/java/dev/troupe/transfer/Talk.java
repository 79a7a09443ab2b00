package dev.troupe.transfer;

import dev.troupe.link.ByteStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;

/// The words between chunks on a stream: commands of the puller, answers of the source. For one thread.
final class Talk {
    static final int PEERS = 1;
    static final int ASK = 2;
    static final int TAKE = 3;

    static final int HERE = 0;
    static final int LACKS = 1;

    /// Answers to ASK besides the number of a chunk.
    static final int NOTHING_YET = -1;
    static final int GONE = -2;

    /// So many chunks have an object of the largest store that we imagine; more is nonsense.
    private static final int MOST_WORDS = 1 << 16;

    private final ByteStream stream;
    private ByteBuffer out = ByteBuffer.allocate(4 << 10);
    private final ByteBuffer in = ByteBuffer.allocate(8);

    Talk(ByteStream stream) {
        this.stream = stream;
    }

    Talk say(int number) {
        room(4).putInt(number);
        return this;
    }

    Talk say(long number) {
        room(8).putLong(number);
        return this;
    }

    Talk say(BitSet set) {
        long[] words = set.toLongArray();
        say(words.length);
        for (long word : words) {
            say(word);
        }
        return this;
    }

    private ByteBuffer room(int size) {
        if (out.remaining() < size) {
            out = ByteBuffer.allocate(out.capacity() * 2).put(out.flip());
        }
        return out;
    }

    void send() throws IOException {
        stream.write(out.flip());
        out.clear();
    }

    int hear() throws IOException {
        stream.readFully(in.clear().limit(4));
        return in.getInt(0);
    }

    long hearLong() throws IOException {
        stream.readFully(in.clear());
        return in.getLong(0);
    }

    /// The next command; -1 when the other side has closed.
    int command() throws IOException {
        in.clear().limit(4);
        if (stream.read(in) < 0) {
            return -1;
        }
        stream.readFully(in);
        return in.getInt(0);
    }

    BitSet hearSet() throws IOException {
        int words = hear();
        if (words < 0 || words > MOST_WORDS) {
            throw new IOException("a set of " + words + " words is more than an object has chunks");
        }
        ByteBuffer all = ByteBuffer.allocate(8 * words);
        stream.readFully(all);
        long[] set = new long[words];
        all.flip().asLongBuffer().get(set);
        return BitSet.valueOf(set);
    }
}
